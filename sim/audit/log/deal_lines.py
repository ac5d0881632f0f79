"""Lines of the deal log that `meldlab play --log` writes: whole deals, with game and rules."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from meldlab.sim.audit.log.deal_names import hash_of
from meldlab.sim.audit.log.deals import MOST_SEATS, ReadDeal
from meldlab.sim.audit.log.rotations import Rotations
from meldlab.sim.audit.log.rows import cards_text
from meldlab.sim.common.errors import NotationError, RulesError, RunError
from meldlab.sim.common.notation import RANKS, format_card, parse_cards
from meldlab.sim.play.matches.match_job import MATCH_FORMAT
from meldlab.sim.play.task import FORMAT
from meldlab.sim.rules import Ruleset, load_ruleset
from meldlab.sim.rules.schema.fields import NONE
from meldlab.sim.rules.source import list_presets

_JOKER, _ACE = 52, 0
_RANKS_ALLOWED = "a rank: A 2-9 T J Q K"
# Letters of a contract; what is longer is none, and no reason to keep it.
_LONGEST_CONTRACT = 32
# Fields of a rules file that are no rules: a log has no say in them.
_NO_RULES = ("name", "about", "named", "origin", "extends")


class DealLines:
    """Reads deal-log lines one after the other.

    Rotations of a deal (the same cards again, other strategies in the seats) are one deal, see `Rotations`.

    Attributes
    ----------
    rotations : Rotations
    matches : int
        Lines that tell of a match.
    tells_pack : bool
        Whether the players of each line say how many decks it has; not so where the caller says it.
    """

    def __init__(self) -> None:
        self.rotations = Rotations()
        self.matches = 0
        self.tells_pack = False
        self._rules: Mapping[str, Any] = {}
        self._game: str | None = None

    def ruleset(self, line: int, value: Mapping[str, Any]) -> Ruleset:
        """Return the rules of the log, those of its first line.

        Raises
        ------
        RunError
            The game is no preset (a log names no file to be read), or the rules are none.
        """
        game, rules = value.get("game"), value.get("rules", {})
        if not isinstance(game, str) or game not in list_presets():
            raise RunError(
                f"{str(game)[:40]!r} is no game",
                where=f"line {line}, game",
                allowed=", ".join(list_presets()),
                remedy="Give the rules with -g",
            )
        if not isinstance(rules, dict):
            raise RunError("are no object", where=f"line {line}, rules")
        for key in rules:
            if key.partition(".")[0] in _NO_RULES:
                raise RunError(f"{key[:40]!r} is no rule", where=f"line {line}, rules")
        try:
            return load_ruleset(game, set={key: NONE if each is None else each for key, each in rules.items()})
        except RulesError as error:
            raise RunError(str(error), where=f"line {line}, rules") from error

    def deal(self, line: int, value: Mapping[str, Any]) -> ReadDeal | None:
        """Return the deal of a line, None where it is a rotation of one before or tells of a match; RunError."""
        kind = value.get("format")
        if kind == MATCH_FORMAT:
            self.matches += 1
            return None
        if kind != FORMAT:
            raise RunError(
                f"{str(kind)[:40]!r} is no format", where=f"line {line}", allowed=f"{FORMAT}, {MATCH_FORMAT}"
            )
        self._check_same_game(line, value)
        hands = value.get("hands")
        if isinstance(hands, (tuple, np.ndarray)):
            hands = list(hands)
        if not isinstance(hands, list) or not 1 <= len(hands) <= MOST_SEATS:
            raise RunError("are no hands", where=f"line {line}, hands", allowed=f"a list of 1 to {MOST_SEATS} hands")
        held = tuple((seat, cards_text(hand, line, f"hands[{seat}]")) for seat, hand in enumerate(hands))
        players = players_of(line, value)
        if players is not None and players != len(hands):
            raise RunError(
                f"{players}, but the line has {len(hands)} hand{'s'[: len(hands) != 1]}",
                where=f"line {line}, players",
                allowed="as many players as hands",
            )
        upcard, stock = value.get("upcard"), value.get("stock")
        turned = "" if upcard is None else cards_text(upcard, line, "upcard")
        rest = None if stock is None else cards_text(stock, line, "stock")
        card, rank = _cut_of(value, line)
        if self.rotations.is_one_more(value, (held, turned, rest, card), seats=len(hands)):
            return None
        contract = value.get("contract")
        told = contract if isinstance(contract, str) and len(contract) <= _LONGEST_CONTRACT else None
        return ReadDeal(line, held, turned, rest, card, rank, told, players, _origin_of(value))

    def _check_same_game(self, line: int, value: Mapping[str, Any]) -> None:
        game, rules = value.get("game"), value.get("rules", {})
        if self._game is None:
            self._game, self._rules = str(game), rules
        for name, here, first in (("game", game, self._game), ("rules", rules, self._rules)):
            if here != first:
                raise RunError(
                    f"{str(here)[:60]!r}, but {str(first)[:60]!r} before",
                    where=f"line {line}, {name}",
                    allowed="deals of one game",
                    remedy="Audit each game by itself",
                )


def players_of(line: int, value: Mapping[str, Any]) -> int | None:
    """Return the players that a line tells, None where it tells none; raises RunError."""
    players = value.get("players")
    if players is not None and (isinstance(players, bool) or not isinstance(players, (int, np.integer))):
        raise RunError(
            f"{str(players)[:40]!r} is no number of players",
            where=f"line {line}, players",
            allowed="a whole number, that of the hands",
        )
    return None if players is None else int(players)


def _origin_of(value: Mapping[str, Any]) -> int:
    """Return a hash of seed and number of a deal, 0 where the line does not tell both."""
    seed, deal = value.get("seed"), value.get("deal")
    return 0 if seed is None or deal is None else hash_of((str(seed), str(deal)))


def _cut_of(value: Mapping[str, Any], line: int) -> tuple[int | None, int | None]:
    """Return card and rank of the cut card; a cut joker makes the aces wild.

    Raises
    ------
    RunError
        One of them cannot be read, or the rank is not that of the card.
    """
    cut, told = value.get("wild_card"), value.get("wild_rank")
    rank = None
    if told is not None:
        letter = told.strip().upper().replace("10", "T") if isinstance(told, str) else ""
        if len(letter) != 1 or letter not in RANKS:
            raise RunError(f"{str(told)[:40]!r} is no rank", where=f"line {line}, wild_rank", allowed=_RANKS_ALLOWED)
        rank = RANKS.index(letter)
    if cut is None:
        return None, rank
    try:
        cards = parse_cards(cards_text(cut, line, "wild_card"))
    except NotationError as error:
        raise RunError(error.what, where=f"line {line}, wild_card", allowed=error.allowed) from error
    if len(cards) != 1:
        raise RunError(f"{len(cards)} cards", where=f"line {line}, wild_card", allowed="one card")
    own = _ACE if cards[0] == _JOKER else cards[0] % len(RANKS)
    if rank is not None and rank != own:
        raise RunError(
            f"{RANKS[rank]}, but the wild card is {format_card(cards[0])}",
            where=f"line {line}, wild_rank",
            allowed=RANKS[own],
        )
    return cards[0], own
