"""A question's situation with the words that may be asked in it."""

from dataclasses import dataclass, replace
from typing import Any

from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import JOKER
from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import QueryError, RulesError
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.registry import family_of
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.comparison import held
from meldlab.sim.query.parse import parse, parse_feature
from meldlab.sim.query.query import Between, Feature, Not, Query, features_of
from meldlab.sim.query.settled import settled
from meldlab.sim.query.vocabulary import Vocabulary

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
    def of(cls, setting: Setting) -> "Question":
        """Return the question about a setting; errors are those of `odds`."""
        ruleset = setting.ruleset
        if _lacks_size(setting):
            raise RulesError(
                "the contract is missing: it decides how many cards are dealt",
                where="contract",
                allowed=", ".join(ruleset.contract.hands),
                remedy="Or say how many cards there are: `cards` or `draws`",
            )
        deal = Deal.of(setting)
        everything = {"decks": deal.situation.decks, "cards": deal.cards}
        vocabulary = vocabulary_of(ruleset, **everything)
        if deal.ruleset != ruleset:  # all contracts of the game may be asked for, whichever of them is dealt for
            dealt = vocabulary_of(deal.ruleset, **everything).known
            reach = {entry.name: entry.most for entry in vocabulary.known}
            vocabulary = vocabulary.with_entries(
                *(replace(entry, reach=max(entry.most, reach.get(entry.name, 0))) for entry in dealt)
            )
        return cls(deal, vocabulary, setting.contract, setting.draws is not None)

    def query(self, text: str) -> Query:
        """Return the tree of a query; what the size of the hand decides by itself is settled in it.

        Raises
        ------
        QueryError
            It cannot be read.
        RulesError
            It asks about the contract, and there are several.
        """
        if not isinstance(text, str):
            refuse("query", text, "text, such as 'natural_run >= 3'")
        query = parse(text, self.vocabulary)
        self._check_contract(query)
        return self._settled(query)

    def values_of(self, text: str) -> tuple[str, dict[int, Query]]:
        """Return a feature or special in its one spelling, and for each of its values the query that a hand has it.

        What a hand has or not is False or True, everything else a number.

        Raises
        ------
        QueryError
            It is no feature, or one with too many values for a table.
        """
        if not isinstance(text, str):
            refuse("feature", text, "a feature or special as text, such as 'wilds'")
        feature, entry = parse_feature(text, self.vocabulary)
        values = range(entry.minimum, entry.maximum + 1)
        if entry.yes_or_no:
            has = held(feature, entry)
            queries: dict[int, Query] = {False: Not(has), True: has}
        elif len(values) > MOST_VALUES:
            raise QueryError(
                f"{feature} has {len(values):,} values, too many for a table",
                where=f"by {text!r}",
                allowed=f"features with up to {MOST_VALUES} values",
            )
        else:
            queries = {value: Between(feature, value, value) for value in values}
        self._check_contract(*queries.values())
        return str(feature), {value: self._settled(query) for value, query in queries.items()}

    def specials(self) -> dict[str, Query]:
        """Return the specials of the game by name."""
        return {
            entry.name: self._settled(held(Feature(entry.name), entry))
            for entry in self.vocabulary.known
            if entry.special
        }

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

    def _settled(self, query: Query) -> Query:
        return settled(query, self.vocabulary.entries)

    def needing_contract(self) -> tuple[str, ...]:
        """Return the features that cannot be asked for before one contract is named."""
        ruleset = self.deal.ruleset
        return family_of(ruleset).odds.needing_contract if len(ruleset.contracts) > 1 else ()

    def _check_contract(self, *queries: Query) -> None:
        needing = self.needing_contract()
        asked = [feature.name for feature in features_of(*queries) if feature.name in needing]
        if asked:
            hands = self.deal.ruleset.contract.hands
            raise RulesError(
                f"the contract is missing: {asked[0]} depends on it", where="contract", allowed=", ".join(hands)
            )


def _lacks_size(setting: Setting) -> bool:
    """Return whether nobody knows how many cards are dealt before the contract is named."""
    ruleset = setting.ruleset
    several = len(ruleset.contracts) > 1 and not isinstance(ruleset.deal.cards, int)
    return several and (setting.contract, setting.cards, setting.draws) == (None, None, None)


def by_contract(setting: Setting) -> tuple[Question, ...]:
    """Return the question; where the contract decides how many cards are dealt and is not named, one for each."""
    if not _lacks_size(setting):
        return (Question.of(setting),)
    return tuple(Question.of(replace(setting, contract=each)) for each in setting.ruleset.contracts)


def listed(setting: Setting) -> tuple[Question, str | None]:
    """Return the question whose words are to be listed, and the contract that was assumed for want of one.

    Without a contract the cards are those dealt for the first one, and what depends on a contract stays to be named.
    """
    if not _lacks_size(setting):
        return Question.of(setting), None
    first = setting.ruleset.contracts[0]
    size = Question.of(replace(setting, contract=first)).deal.cards
    return Question.of(replace(setting, cards=size)), first
