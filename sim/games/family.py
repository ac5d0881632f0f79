"""What a family of games must answer: the one protocol between the questions and the rooms of the families."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from meldlab.sim.common.errors import MeldlabError, QueryError, RulesError, RunError
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    import polars
    from numpy.typing import NDArray

    from meldlab.sim.automata.block import OutcomeSolver
    from meldlab.sim.automata.deal import Deal
    from meldlab.sim.automata.trait import Trait
    from meldlab.sim.counting.outcomes import Workload
    from meldlab.sim.query.query import Feature
    from meldlab.sim.query.vocabulary import Entry
    from meldlab.sim.table.block import Game, Strategy
    from meldlab.sim.table.matches import MatchGame


@dataclass(frozen=True)
class HandQuestion:
    """What `analyze` may be asked beside the hand; the attributes are its arguments."""

    contract: str | None = None
    table: Iterable[str] | None = None
    advise: bool = False
    all_arrangements: bool = False


class Refusal(NamedTuple):
    """Why a question has no answer for some hands, and which hands have one."""

    reason: str
    allowed: str


class Alone(NamedTuple):
    """Hands counted by one thing and nothing beside it: what that is, and how likely each of its values is."""

    what: Hashable
    distribution: "Callable[[], Mapping[int, Fraction]]"


class FamilyOdds(ABC):
    """What `odds`, and audits of hands, ask a family.

    Attributes
    ----------
    score : str
        The feature that says how good a hand is.
    judged_after_best_discard : bool
        Whether a hand with a card too many is told by its best discard, as `analyze` does.
    needing_contract : tuple of str
        Features that cannot be asked for before one contract is named.
    most_sampled : int
        Hands that an audit deals at the most to know what is usual.
    """

    score: ClassVar[str]
    judged_after_best_discard: ClassVar[bool] = False
    needing_contract: ClassVar[tuple[str, ...]] = ()
    most_sampled: ClassVar[int] = 1 << 20

    @abstractmethod
    def entries(self, ruleset: Ruleset, cards: int) -> "list[Entry]":
        """Return what only hands of this family can be asked, for hands of `cards` cards."""

    @abstractmethod
    def solver(self, deal: "Deal") -> "OutcomeSolver":
        """Return what answers where cards alone do not tell; nothing is built before it is needed."""

    def unsolvable(self, name: str, ruleset: Ruleset, *, decks: int, cards: int) -> Refusal | None:
        """Return why a feature has no answer for hands of `cards` cards out of `decks` decks; None where it has."""
        return None

    def refuse_unsolvable(self, name: str, deal: "Deal") -> None:
        """Raise QueryError where the solver of a feature cannot be asked about the hands of a deal."""
        refusal = self.unsolvable(name, deal.ruleset, decks=deal.situation.decks, cards=deal.cards)
        if refusal is not None:
            raise QueryError(refusal.reason, where="query", allowed=refusal.allowed)

    def trait(self, feature: "Feature", ruleset: Ruleset) -> "Trait | None":
        """Return what is known without a solver of a feature that no other family has."""
        return None

    def counted_alone(self, feature: "Feature", deal: "Deal") -> Alone | None:
        """Return how a feature is counted exactly, where that can be done by itself only."""
        return None

    def card_points(self, ruleset: Ruleset) -> "NDArray[np.int64] | None":
        """Return the points of each card, shape (53,), where a hand is worth what its cards are; else None."""
        return None


@dataclass(frozen=True)
class FamilyPlay:
    """How a family is played.

    Attributes
    ----------
    game : callable
        Ruleset, number of players and, where there are contracts, the contract to the game.
    match : callable or None
        Ruleset and number of players to the matches; None where there are none.
    strategies : mapping
        What makes each strategy, by name.
    one_by_one : callable
        A user's player to a strategy for many tables, asked table by table.
    players : int
        Players where nobody says how many.
    sides : int
        Players that win together.
    score, match_score : str
        The outcome of a seat that players are compared by, of a deal and of a match.
    scale : int
        How many of it make a point.
    better : int
        1 when more is better, -1 when less is.
    logged : bool
        Whether the deal-log format knows its deals.
    """

    game: "Callable[..., Game]"
    strategies: "Mapping[str, Callable[..., Strategy]]"
    one_by_one: "Callable[..., Strategy]"
    players: int
    score: str
    better: int
    match: "Callable[..., MatchGame] | None" = None
    match_score: str = "total"
    sides: int = 1
    scale: int = 1
    logged: bool = True

    def of_matches(self) -> "FamilyPlay":
        """Return what players of matches are compared by."""
        return replace(self, score=self.match_score)


class Family(ABC):
    """A family of games: all whose hands are arranged for the same objective.

    Attributes
    ----------
    objective : str
        What hands are arranged for, as rules files say it.
    compiling : str
        How long the solver of one hand takes to compile on an idle machine, in words.
    """

    objective: ClassVar[str]
    compiling: ClassVar[str]

    def _room(self, name: str) -> Any:
        """Return a module of the family's folder, loaded when it is asked for: one question seldom needs all."""
        return import_module(f"meldlab.sim.games.{self.objective}.{name}")

    def analyze(self, situation: Situation, hand: Hand, asked: HandQuestion) -> HandAnswer:
        """Return the exact answer about one hand: `analyze` of the family's module `analysis`."""
        answer: HandAnswer = self._room("analysis").analyze(situation, hand, asked)
        return answer

    def figures(self, situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
        """Return the figures of many hands, a row a hand in the order given: `figures` of `analysis`."""
        frame: polars.DataFrame = self._room("analysis").figures(situation, hands, asked)
        return frame

    def meld_kinds(self, situation: Situation, cards: Hand) -> tuple[str, ...]:
        """Return the kinds of meld that these cards, as one group, may be: `meld_kinds` of `analysis`."""
        kinds: tuple[str, ...] = self._room("analysis").meld_kinds(situation, cards)
        return kinds

    def workload(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> "Workload":
        """Return the stream of dealt hands with their outcomes (`WORKLOAD` of the module `workload`).

        A game of contracts has one contract here.
        """
        stream: Workload = self._room("workload").WORKLOAD(ruleset, decks=decks, wild=wild, seed=seed)
        return stream

    @property
    def odds(self) -> FamilyOdds:
        """What `odds` asks: `ODDS` of the module `odds`."""
        odds: FamilyOdds = self._room("odds").ODDS
        return odds

    @property
    @abstractmethod
    def play(self) -> FamilyPlay:
        """How it is played."""

    def exposed(self, situation: Situation, meld: object) -> Mapping[str, object]:
        """Return what a meld on the table is worth, as JSON.

        Raises
        ------
        MeldlabError
            The meld cannot be read, or melds on the table have no value in this family.
        """
        raise MeldlabError(
            f"melds on the table have no value in a {self.objective} game",
            where=f"rules {situation.ruleset.name}",
            allowed="rules with the objective value, such as pinacle",
        )

    def count(self, ruleset: Ruleset, **how: Any) -> "Iterator[Any]":
        """Count every hand of a pack, with progress; `how` as for `meldlab.sim.count.count.iter_count`.

        Raises
        ------
        RunError
            Hands of this family cannot be counted one by one.
        """
        raise RunError(
            f"hands of {ruleset.name} cannot be counted one by one: their objective is {self.objective}",
            where="count",
            allowed="rules with the objective deadwood, such as gin",
        )


def check_objective(ruleset: Ruleset, objective: str) -> None:
    """Raise RulesError unless hands of a ruleset are arranged for `objective`."""
    if ruleset.objective != objective:
        raise RulesError(
            f"{ruleset.name} is a {ruleset.objective} game", where="objective", allowed=f"{objective} for this solver"
        )
