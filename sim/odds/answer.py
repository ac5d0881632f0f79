"""`odds`: how likely is a hand with this or that, exactly where it can be counted, else by dealing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from meldlab.sim.automata.count import Truths
from meldlab.sim.automata.machine import NotCountedError
from meldlab.sim.common.arguments import check_text
from meldlab.sim.common.errors import QueryError
from meldlab.sim.common.version import __version__
from meldlab.sim.engines.engines import Engine
from meldlab.sim.hand.setting import Hand, Setting
from meldlab.sim.odds.chance import Chance
from meldlab.sim.odds.exact.few_hands import exact_answers
from meldlab.sim.odds.limits import Limits, Method
from meldlab.sim.odds.question import Question
from meldlab.sim.odds.sampled.estimate import Estimate
from meldlab.sim.odds.sampled.sampled_odds import estimate
from meldlab.sim.query.query import Query
from meldlab.sim.rules import Ruleset


@dataclass(frozen=True, repr=False)
class Odds:
    """The probability of a query.

    Attributes
    ----------
    query : str
        The query in its one spelling.
    ruleset : str
        Name of the rules.
    cards : int
        Cards of the hand.
    chance : Chance
        The probability and how it was found.
    rules_sha256 : str
        Identity of the rules.
    given : mapping
        What else the answer depends on: decks, wild, contract, known, dead, draws.
    version : str
        Version of meldlab.
    """

    query: str
    ruleset: str
    cards: int
    chance: Chance
    rules_sha256: str
    given: Mapping[str, Any] = field(default_factory=dict)
    version: str = __version__

    @property
    def method(self) -> str:
        """``exact``, ``sampled`` or ``stratified``."""
        return self.chance.method

    @property
    def probability(self) -> float:
        """The probability, or its estimate."""
        return self.chance.probability

    @property
    def fraction(self) -> Fraction | None:
        """The exact probability, None for an estimate."""
        return self.chance.fraction

    @property
    def one_in(self) -> float | None:
        """One hand in so many."""
        return self.chance.one_in

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval; of an exact probability nothing but itself."""
        return self.chance.ci95

    @property
    def estimate(self) -> Estimate | None:
        """How the sampled probability was come by, None for an exact one."""
        return self.chance.estimate

    @property
    def why_not_exact(self) -> str | None:
        """Why the answer is an estimate although an exact one was welcome."""
        return self.chance.reason

    @property
    def target_reached(self) -> bool | None:
        """Whether the precision asked for was reached; None where none was needed."""
        return self.chance.target_reached

    def __repr__(self) -> str:
        """Return the answer in a line: query, hand, probability and how it was found."""
        found = self.fraction if self.fraction is not None else f"{self.probability:.6g}"
        return f"Odds({self.query}, {self.ruleset}, {self.cards} cards: {found}, {self.method})"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        head = {"query": self.query, "ruleset": self.ruleset, "cards": self.cards}
        return head | self.chance.to_dict() | {**self.given, "rules_sha256": self.rules_sha256, "version": self.version}


def odds(
    query: str,
    game: Ruleset | str | Path,
    *,
    set: Mapping[str, object] | None = None,
    contract: str | None = None,
    decks: int | None = None,
    players: int | None = None,
    wild: str | None = None,
    known: Hand = (),
    dead: Hand = (),
    cards: int | None = None,
    draws: int | None = None,
    method: Method = "auto",
    seed: int | None = None,
    target_rel: float | None = None,
    max_deals: int | None = None,
    max_seconds: float | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
) -> Odds:
    """Return how likely a hand is one for which `query` is true.

    Parameters
    ----------
    query
        Such as ``"naturals(A) >= 8"`` or ``"natural_run >= 3 and jokers == 0"``; ``meldlab odds --list`` has every
        feature and special.
    game
        A preset's name, a rules file, or a loaded ruleset.
    set, contract, decks, players, wild
        House rules, the contract of the deal, the pack, the cut card (``"7D"``) or its rank (``"7"``), as for
        `analyze`.  A cut card that is not given is any unseen one.
    known, dead
        Cards in hand, cards seen elsewhere.
    cards
        Cards of the hand, the known ones included.  Default: as dealt.
    draws
        Cards that come to the known ones; instead of `cards`.
    method
        ``"auto"`` is exact where the hands can be counted, else sampled; ``"exact"``, ``"sampled"`` (plain dealing)
        and ``"stratified"`` (rare kinds of hands are dealt more often) insist.
    seed
        Root of the randomness of a sampled answer.  Default: fresh.
    target_rel, max_deals, max_seconds
        Deal until half the 95 % interval is at most this share of the estimate, and no more than this.  Default:
        one million hands; with a target a minute.
    workers, engine
        Who deals, as for `meldlab.simulate`; no number depends on them.

    Raises
    ------
    ArgumentError
        An argument has a wrong type.
    QueryError
        The query cannot be read, or not be answered exactly although that was asked for.
    NotationError, RulesError, RunError
        The situation is impossible, or an argument makes no sense.
    """
    limits = Limits.of(
        method=method,
        seed=seed,
        target_rel=target_rel,
        max_deals=max_deals,
        max_seconds=max_seconds,
        workers=workers,
        engine=engine,
    )
    check_text("query", query)
    setting = Setting.of(
        game,
        set=set,
        contract=contract,
        decks=decks,
        players=players,
        wild=wild,
        known=known,
        dead=dead,
        cards=cards,
        draws=draws,
    )
    question = Question.of(setting)
    return answer(question.query(query), question, limits)


def answer(query: Query, question: Question, limits: Limits) -> Odds:
    """Return the probability of a query that has been read; errors as for `odds`."""
    return Odds(
        str(query),
        question.deal.ruleset.name,
        question.deal.cards,
        chance_of(query, question, limits),
        question.deal.ruleset.sha256,
        question.to_dict(),
    )


def until_interrupted(answers: Iterable[Odds]) -> Iterator[Odds]:
    """Yield answers as they are found, none after one that was interrupted."""
    for each in answers:
        yield each
        if each.chance.interrupted:
            return


def chance_of(query: Query, question: Question, limits: Limits) -> Chance:
    """Return the probability of a query, found as `limits` allow."""
    joint, reason = counted([query], question, limits)
    if joint is not None:
        return Chance(joint.get((True,), Fraction(0)))
    limits.before_dealt()
    found = estimate(query, question.deal, limits)
    reached = None if limits.target_rel is None else found.stopped_by == "target" or found.interval == "exact"
    return Chance(None, found, reason, reached)


def counted(
    queries: Sequence[Query], question: Question, limits: Limits
) -> tuple[dict[Truths, Fraction] | None, str | None]:
    """Return the exact probability of everything that queries can say together; else None, and why.

    Raises
    ------
    QueryError
        There is none, and `limits` insist on it.
    """
    if limits.method not in ("auto", "exact"):
        return None, None
    try:
        budget = limits.for_counting()
        return exact_answers(queries, question.deal, before_solving=limits.before_dealing, budget=budget), None
    except NotCountedError as error:
        if limits.method == "exact":
            what, where = f"there is no exact answer: {error}", f"query '{queries[-1]}'"
            raise QueryError(what, where=where, remedy="With `method` auto it is sampled") from error
        return None, str(error)
