"""A log of any of the three formats as a stream of deals, with the rules and the pack it is held against."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Self

from meldlab.sim.audit.checks.hand_sizes import DealtSizes
from meldlab.sim.audit.log.deal_lines import DealLines, players_of
from meldlab.sim.audit.log.deals import Deals, ReadDeal
from meldlab.sim.audit.log.rows import Row, deals_of_rows, row_of_object, rows_of_csv
from meldlab.sim.audit.statistics.evidence import Remarks
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.rules import Ruleset, ruleset_of

#: Deals held at once.
BLOCK_DEALS = 2048


class Source:
    """The deals of a log, block by block.

    Attributes
    ----------
    ruleset : Ruleset
    decks : int
    pack : Pack
    dealt : DealtSizes
    form : str
        ``deal log``, ``CSV`` or ``JSON Lines``.
    remarks : Remarks
    """

    def __init__(
        self,
        deals: Iterator[ReadDeal],
        ruleset: Ruleset,
        *,
        players: int | None,
        asked: int | None,
        decks: int | None,
        form: str,
        remarks: Remarks,
        lines: DealLines | None = None,
    ) -> None:
        first = next(deals, None)
        if first is None:
            raise RunError("there is no deal in it", where="the log")
        self.ruleset = ruleset
        self.form = form
        self.remarks = remarks
        self._lines = lines
        self._deals = chain([first], deals)
        seats = len(first.hands)
        self.pack_is_guessed = players is None and decks is None and seats in ruleset.deal.players and seats > 1
        self.players = seats if self.pack_is_guessed else players
        self.decks = ruleset.decks_for(players=self.players, decks=decks)
        self.pack = Pack.of(ruleset, decks=self.decks)
        self.dealt = DealtSizes(ruleset)
        # A table has no more hands than players, be they told or those of the rules.
        self._most_hands = max(ruleset.deal.players) if asked is None else asked

    @classmethod
    def of(
        cls,
        log: Iterable[tuple[int, str]] | Iterable[Mapping[str, Any]],
        game: str | Path | Ruleset | None,
        *,
        set: Mapping[str, object] | None,
        players: int | None,
        decks: int | None,
    ) -> Self:
        """Return the deals of numbered lines of text, or of objects.

        Raises
        ------
        MeldlabError
            The rules are missing or wrong, or the beginning of the log cannot be read.
        """
        remarks = Remarks()
        made = partial(cls, players=players, asked=players, decks=decks, remarks=remarks)
        entries: Iterator[Any] = iter(log)
        first: Any = next(entries, None)
        if first is None:
            raise RunError("there is nothing in it", where="the log")
        entries = chain([first], entries)
        if isinstance(first, tuple) and not first[1].lstrip().startswith("{"):
            return made(deals_of_rows(rows_of_csv(entries), remarks), _needed(game, set), form="CSV")
        objects = _objects(entries)
        line, value = next(objects)
        objects = chain([(line, value)], objects)
        if "format" not in value:
            rows: Iterator[Row] = (row_of_object(at, each) for at, each in objects)
            return made(deals_of_rows(rows, remarks), _needed(game, set), form="JSON Lines")
        lines = DealLines()
        ruleset = lines.ruleset(line, value) if game is None else ruleset_of(game, set=set)
        if game is None and set:
            raise RulesError("goes with -g: a deal log tells its rules itself", where="set")
        told = value.get("game")
        if game is not None and isinstance(told, str) and told != ruleset.name:
            remarks.add(f"The log says {told[:40]}; it is held against {ruleset.name}.")
        if players is None and decks is None:
            lines.tells_pack = True
        told_players = players_of(line, value)
        found = (deal for at, each in objects if (deal := lines.deal(at, each)) is not None)
        players = told_players if players is None else players
        return made(found, ruleset, players=players, form="deal log", lines=lines)

    def blocks(self) -> Iterator[Deals]:
        """Yield the deals, some thousand at once; raises RunError at a line that cannot be read."""
        waiting: list[ReadDeal] = []
        others = 0
        for deal in self._deals:
            if self._is_of_another_pack(deal):
                others += 1
                continue
            waiting.append(deal)
            if len(waiting) == BLOCK_DEALS:
                yield self._block(waiting)
                waiting = []
        if waiting:
            yield self._block(waiting)
        if others:
            self.remarks.add(
                f"Left out: {others:,} deal{'s'[: others != 1]} of so many players that they have another number "
                "of decks than the first deal."
            )
        if self._lines is not None and self._lines.rotations.number:
            number = self._lines.rotations.number
            self.remarks.add(
                f"Further rotations of a deal before (other strategies, the same cards): {number:,} "
                f"line{'s'[: number != 1]}; each deal counts once."
            )

    def _is_of_another_pack(self, deal: ReadDeal) -> bool:
        """Return whether a deal log says that a deal has more or fewer decks: players have left the match."""
        if self._lines is None or not self._lines.tells_pack or deal.players not in self.ruleset.deal.players:
            return False
        return self.ruleset.decks_for(players=deal.players) != self.decks

    def _block(self, deals: list[ReadDeal]) -> Deals:
        for deal in deals if not self.pack.cuts else ():
            if deal.wild_rank is not None:
                raise RunError("no card is cut for the wild rank", where=f"line {deal.line}, {self.ruleset.name}")
        for deal in deals:
            if len(deal.hands) > self._most_hands:
                raise RunError(
                    f"{len(deal.hands)} hands (seats {', '.join(str(seat) for seat, _ in deal.hands)})",
                    where=f"line {deal.line}",
                    allowed=f"one for each of up to {self._most_hands} players",
                    remedy="Are --players and the game those of the log?",
                )
        for deal in deals if self.pack_is_guessed else ():
            if len(deal.hands) > (self.players or 0):
                seats = len(deal.hands)
                if seats not in self.ruleset.deal.players or self.ruleset.decks_for(players=seats) != self.decks:
                    raise RunError(
                        f"{seats} hands, but the first deal has {self.players}",
                        where=f"line {deal.line}",
                        remedy="Say with --players or --decks what the pack is",
                    )
        return Deals.of(deals, self.pack, [self.dealt.of(deal.contract) for deal in deals])

    def pack_words(self) -> str:
        """Return the pack in words."""
        words = f"{self.decks} deck{'s'[: self.decks != 1]}, {self.pack.size} cards"
        return f"{words} ({self.players} seats in the first deal)" if self.pack_is_guessed else words


def _needed(game: str | Path | Ruleset | None, set: Mapping[str, object] | None) -> Ruleset:
    if game is None:
        raise RulesError("the game is missing", where="game", remedy="For example: -g indian-rummy")
    return ruleset_of(game, set=set)


class _TwiceError(Exception):
    """A JSON object names a field twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(next(name for name in names if names.count(name) > 1))
    return found


def _objects(entries: Iterable[Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield JSON objects with their lines; rows of Python are numbered from 1."""
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, tuple):
            line, text = entry
            try:
                value = json.loads(text, object_pairs_hook=_once)
            except _TwiceError as error:
                raise RunError(
                    f"the field {str(error)[:40]!r} stands twice", where=f"line {line}", allowed="each field once"
                ) from error
            except (ValueError, RecursionError) as error:
                reason = error.args[0] if isinstance(error, json.JSONDecodeError) else "it cannot be read"
                raise RunError(f"no JSON: {str(reason)[:80]}", where=f"line {line}") from error
        else:
            line, value = number, entry
        if not isinstance(value, Mapping):
            raise RunError("is no object", where=f"line {line}", allowed="one JSON object a line")
        yield line, value
