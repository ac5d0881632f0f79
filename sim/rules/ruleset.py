"""A whole ruleset: the tables together, what it is called, and what makes it the same as another one."""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Self

from pydantic import ValidationError, model_validator
from pydantic_core import PydanticCustomError

from meldlab.sim.common.errors import RulesError
from meldlab.sim.rules.checks import find_conflicts, shortage_of
from meldlab.sim.rules.problems import problems_of
from meldlab.sim.rules.schema.fields import CONTRACT, Section
from meldlab.sim.rules.schema.notes import field_notes
from meldlab.sim.rules.schema.objective_sections import tidy_contract
from meldlab.sim.rules.schema.rules import Rules


class Ruleset(Rules):
    """The rules of one game, validated and frozen; equal rules have equal `sha256` whatever they are called."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        conflicts = find_conflicts(self)
        if conflicts:
            text = "; ".join(str(conflict.problem) for conflict in conflicts)
            raise PydanticCustomError("conflicts", "{text}", {"text": text, "conflicts": conflicts})
        return self

    def __hash__(self) -> int:
        """Return a hash of the rules alone."""
        return hash(self.sha256)

    def values(self) -> dict[str, object]:
        """Return every rule that the objective reads, by dotted key, defaults included; equal rules look equal."""
        values = {note.key: _plain(note.value(self)) for note in field_notes() if self.objective in note.read_by}
        decks = self.pack.decks
        if not isinstance(decks, int):
            # The same pack for every number of players is the same rule as a plain number.
            used = {str(players): decks[players] for players in self.deal.players}
            values["pack.decks"] = used if len({*used.values()}) > 1 else next(iter(used.values()))
        return values

    def canonical_json(self) -> str:
        """Return the text that is hashed: `values` as JSON with sorted keys and no spaces."""
        return json.dumps(self.values(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @cached_property
    def sha256(self) -> str:
        """The hexadecimal SHA-256 of `canonical_json`: the identity of the rules."""
        return hashlib.sha256(self.canonical_json().encode()).hexdigest()

    def decks_for(self, *, players: int | None = None, decks: int | None = None) -> int:
        """Return the number of decks of a deal.

        `decks` wins over `players`, whose hands must fit into them; with neither, ``deal.default_players`` play.

        Raises
        ------
        RulesError
            If the ruleset does not allow that many players or decks, or the pack is too small for the players;
            names the allowed values.
        """
        if players is not None and players not in self.deal.players:
            allowed = ", ".join(map(str, self.deal.players))
            seats = f"{players} player{'s'[: players != 1]}"
            raise RulesError(f"{seats} cannot play {self.name}", where="players", allowed=allowed)
        if decks is not None:
            note = next(note for note in field_notes() if note.key == "pack.decks")
            if not note.accepts(decks, self.objective):
                packs, allowed = f"{decks} deck{'s'[: decks != 1]}", note.allowed(self.objective)
                raise RulesError(f"{self.name} is not played with {packs}", where="decks", allowed=allowed)
            shortage = None if players is None else shortage_of(self, players, decks=decks)
            if shortage is not None:
                raise RulesError(shortage, where="decks")
            return decks
        at_table = self.deal.default_players if players is None else players
        shortage = shortage_of(self, at_table)
        if shortage is not None:
            raise RulesError(shortage, where="players")
        return self.pack.decks if isinstance(self.pack.decks, int) else self.pack.decks[at_table]

    def cards_dealt(self, contract: str | None = None) -> int:
        """Return the cards dealt to a player, in a contract game for `contract` (by default the first one).

        Raises
        ------
        RulesError
            If `contract` is not letters T and E, or the ruleset lists its cards by contract and not this one.
        """
        if isinstance(self.deal.cards, int):
            return self.deal.cards
        try:
            wanted = tidy_contract(contract) if contract is not None else self.contract.hands[0]
        except ValueError as error:
            raise RulesError(str(error), where="contract", allowed=", ".join(self.contract.hands)) from error
        if self.deal.cards == "contract":
            return self.least_cards(wanted) + self.deal.extra
        if wanted not in self.contract.hands:
            raise RulesError(
                f"the ruleset does not say how many cards are dealt for {wanted}",
                where="contract",
                allowed=", ".join(self.contract.hands),
            )
        return self.deal.cards[self.contract.hands.index(wanted)]

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts that hands may be arranged for; none where a game has no contracts."""
        return self.contract.hands if self.objective == CONTRACT else ()

    def for_deal(self, contract: str | None = None) -> "Ruleset":
        """Return the rules of one deal: the ruleset with this contract alone, and the cards dealt for it.

        Without a contract a ruleset with contracts must have one only; rules without contracts are returned as they
        are.

        Raises
        ------
        RulesError
            If the contract is missing or not letters T and E, the game has no contracts, or such a deal does not fit
            the rules: the pack does not hold all hands, or a hand not all melds.
        """
        if not self.contracts:
            if contract is not None:
                raise RulesError(f"{self.name} has no contracts", where="contract", remedy="Leave it out")
            return self
        hands = self.contract.hands
        if contract is None and len(hands) > 1:
            raise RulesError("the contract is missing", where="contract", allowed=", ".join(hands))
        try:
            wanted = tidy_contract(contract if contract is not None else hands[0])
        except ValueError as error:
            raise RulesError(
                str(error), where="contract", allowed="one to eight letters T and E, such as TTE"
            ) from error
        deal = self.deal
        if isinstance(deal.cards, tuple):
            deal = deal.model_copy(update={"cards": self.cards_dealt(wanted)})
        fields = {name: getattr(self, name) for name in Ruleset.model_fields}
        one = self.contract.model_copy(update={"hands": (wanted,)})
        try:
            return Ruleset(**fields | {"contract": one, "deal": deal})
        except ValidationError as error:
            problems = problems_of(error, fields, Ruleset)
            crowded = any(problem.key == "deal.players" for problem in problems)
            raise RulesError(
                f"{wanted} cannot be dealt: {'; '.join(problem.what for problem in problems)}",
                where="contract",
                allowed=", ".join(hands),
                remedy="--players cannot mend it, but rules with a larger pack (pack.decks) or fewer players do "
                "(deal.players and deal.default_players)"
                if crowded
                else None,
            ) from error


def _plain(value: object) -> object:
    if isinstance(value, Section):
        return {key: _plain(entry) for key, entry in value}
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return value
