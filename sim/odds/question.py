"""A question's situation with the words that may be asked in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.arguments import check_overrides, check_text
from meldlab.sim.errors import QueryError, RulesError
from meldlab.sim.notation import format_card
from meldlab.sim.odds.asked import vocabulary_of
from meldlab.sim.odds.contract_sets import CLOSE, DISTANCE, GO_DOWN
from meldlab.sim.odds.deal import Deal
from meldlab.sim.odds.machine import JOKER
from meldlab.sim.odds.parse import parse, parse_feature
from meldlab.sim.odds.query import Between, Feature, Named, Not, Query, comparisons
from meldlab.sim.odds.vocabulary import Entry, Vocabulary
from meldlab.sim.rules import Ruleset, ruleset_of
from meldlab.sim.situation import Hand

_OF_ONE_CONTRACT = (GO_DOWN, CLOSE, DISTANCE, "min_points_left", "min_cards_left")
#: Values of a feature that a table may have a row for.
MOST_VALUES = 300


@dataclass(frozen=True)
class Question:
    """A situation and its vocabulary.

    Attributes
    ----------
    deal : Deal
    vocabulary : Vocabulary
    contract : str or None
        The contract that was asked for.
    drawn : bool
        Whether the cards to come were given as draws.
    """

    deal: Deal
    vocabulary: Vocabulary
    contract: str | None
    drawn: bool

    @classmethod
    def of(
        cls,
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
    ) -> "Question":
        """Return the question's situation; the arguments are those of `odds`, and so are the errors."""
        check_overrides("set", set)
        check_text("contract", contract, allowed="letters T and E, such as TTE")
        ruleset = ruleset_of(game, set=set)
        if contract is None and cards is None and draws is None and needs_contract(ruleset):
            raise RulesError(
                "the contract is missing: it decides how many cards are dealt",
                where="contract",
                allowed=", ".join(ruleset.contract.hands),
                remedy="Or say how many cards there are",
            )
        deal = Deal.of(
            ruleset,
            contract=contract,
            decks=decks,
            players=players,
            wild=wild,
            known=known,
            dead=dead,
            cards=cards,
            draws=draws,
        )
        # All contracts of the game may be asked for, whichever of them is dealt for.
        everything = {"decks": deal.situation.decks, "cards": deal.cards}
        vocabulary = vocabulary_of(ruleset, **everything).with_entries(*vocabulary_of(deal.ruleset, **everything).known)
        return cls(deal, vocabulary, contract, draws is not None)

    def query(self, text: str) -> Query:
        """Return the tree of a query.

        Raises
        ------
        QueryError
            It cannot be read.
        RulesError
            It asks about the contract, and there are several.
        """
        check_text("query", text)
        query = parse(text, self.vocabulary)
        self._check_contract(query)
        return query

    def values_of(self, text: str) -> tuple[str, dict[int, Query]]:
        """Return a feature or special in its one spelling, and for each of its values the query that a hand has it.

        Raises
        ------
        QueryError
            It is no feature, or one with too many values for a table.
        """
        check_text("by", text)
        feature, entry = parse_feature(text, self.vocabulary)
        if entry.meaning is not None or entry.maximum - entry.minimum == 1:
            held = self._held(feature, entry)
            self._check_contract(held)
            return str(feature), {0: Not(held), 1: held}
        values = range(entry.minimum, entry.maximum + 1)
        if len(values) > MOST_VALUES:
            raise QueryError(
                f"{feature} has {len(values):,} values, too many for a table",
                where=f"by {text!r}",
                allowed=f"features with up to {MOST_VALUES} values",
            )
        queries: dict[int, Query] = {value: Between(feature, value, value) for value in values}
        self._check_contract(queries[values[0]])
        return str(feature), queries

    def specials(self) -> dict[str, Query]:
        """Return the specials of the game by name."""
        return {entry.name: self._held(Feature(entry.name), entry) for entry in self.vocabulary.known if entry.special}

    def to_dict(self) -> dict[str, Any]:
        """Return the situation as the JSON of the command line; what was not given is left out."""
        situation, deal = self.deal.situation, self.deal
        given: dict[str, Any] = {
            "decks": situation.decks,
            "wild": situation.wild,
            "contract": self.contract,
            "known": [format_card(card) for card in range(JOKER + 1) for _ in range(int(deal.known[card]))],
            "dead": [format_card(card) for card in sorted(situation.dead)],
            "draws": deal.draws if self.drawn else None,
        }
        return {name: value for name, value in given.items() if value not in (None, [])}

    def _held(self, feature: Feature, entry: Entry) -> Query:
        if entry.meaning is not None:
            return Named(entry.name, entry.meaning)
        return Between(feature, 1, 1, flag=True)

    def _check_contract(self, query: Query) -> None:
        hands = self.deal.ruleset.contract.hands
        if self.deal.ruleset.objective == "contract" and len(hands) > 1:
            asked = [part.feature.name for part in comparisons(query) if part.feature.name in _OF_ONE_CONTRACT]
            if asked:
                raise RulesError(
                    f"the contract is missing: {asked[0]} depends on it", where="contract", allowed=", ".join(hands)
                )


def needs_contract(ruleset: Ruleset) -> bool:
    """Return whether nobody knows how many cards are dealt before the contract is named."""
    several = ruleset.objective == "contract" and len(ruleset.contract.hands) > 1
    return several and not isinstance(ruleset.deal.cards, int)


def first_contract(game: Ruleset | str | Path, situation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the situation with the first contract where one is needed: enough for a list of what may be asked."""
    ruleset = ruleset_of(game, set=situation.get("set"))
    given = situation.get("contract"), situation.get("cards"), situation.get("draws")
    if needs_contract(ruleset) and given == (None, None, None):
        return {**situation, "contract": ruleset.contract.hands[0]}
    return dict(situation)
