"""What must hold between the fields of a ruleset, and what each objective's rules document describes at all."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from meldlab.sim.common.errors import Problem
from meldlab.sim.rules.schema.fields import CONTRACT, DECLARE, NONE, limit_or
from meldlab.sim.rules.schema.notes import field_notes, show_value
from meldlab.sim.rules.schema.objective_sections import TAKEN_NAMES
from meldlab.sim.rules.schema.rules import Rules

#: A least number, and the greatest that it may not exceed.
_LEAST_AND_MOST = (
    ("run.min", "run.max"),
    ("run.min_naturals", "run.max"),
    ("set.min", "set.max"),
    ("set.min_naturals", "set.max"),
    ("declare.lives_min_cards", "declare.lives_max_cards"),
    ("declare.min_pure", "declare.min_sequences"),
)
#: What the fewest cards of a contract's melds depend on.
_LEAST_KEYS = ("run.min", "run.min_naturals", "set.min", "set.min_naturals")


@dataclass(frozen=True)
class Conflict:
    """A problem that involves several fields: a broken one among them makes it pointless to report."""

    problem: Problem
    keys: tuple[str, ...]


def find_conflicts(ruleset: Rules) -> tuple[Conflict, ...]:
    """Return everything in `ruleset` that does not fit together; empty when it is sound."""
    found: list[Conflict] = []
    blamed: set[str] = set()
    for check in _CHECKS:
        news = [conflict for conflict in check(ruleset) if not blamed.intersection(conflict.keys)]
        if check is _ordered:
            # What follows from a pair the wrong way round is no problem of its own.
            blamed = {key for conflict in news for key in conflict.keys}
        found += news
    return tuple(found)


def _described(ruleset: Rules) -> Iterator[Conflict]:
    """A value its document does not describe is refused; a field no solver would read must be left alone."""
    for note in field_notes():
        value = note.value(ruleset)
        keys = (note.key, "objective")
        shown = f"{show_value(value)}"
        if ruleset.objective not in note.read_by:
            if value != note.default:
                what = f"a {ruleset.objective} game does not read it; leave it out or at {show_value(note.default)}"
                yield Conflict(Problem(note.key, f"{shown}: {what}"), keys)
        elif note.only.get(ruleset.objective) and not note.accepts(value, ruleset.objective):
            what = f"{shown}: the rules of {ruleset.objective} games describe no such value"
            yield Conflict(Problem(note.key, what, note.allowed(ruleset.objective)), keys)


def _ordered(ruleset: Rules) -> Iterator[Conflict]:
    """No least number exceeds its greatest."""
    for keys in _LEAST_AND_MOST:
        low, high = attrgetter(*keys)(ruleset)
        if high != NONE and low > high:
            yield Conflict(Problem(keys[0], f"{low} is more than {keys[1]}, which is {high}"), keys)


def _players(ruleset: Rules) -> Iterator[Conflict]:
    """The default number of players is allowed, and a table of decks names every allowed number."""
    deal, decks = ruleset.deal, ruleset.pack.decks
    keys = ("deal.players", "deal.default_players", "pack.decks")
    if not deal.players:
        yield Conflict(Problem("deal.players", "the list is empty"), keys)
    elif deal.default_players not in deal.players:
        allowed = ", ".join(map(str, deal.players))
        what = f"{deal.default_players} is not one of deal.players"
        yield Conflict(Problem("deal.default_players", what, allowed), keys)
    if not isinstance(decks, int):
        missing = [players for players in deal.players if players not in decks]
        if missing:
            names = ", ".join(map(str, missing))
            yield Conflict(Problem("pack.decks", f"the table has no entry for {names} players"), keys)


def _contracts(ruleset: Rules) -> Iterator[Conflict]:
    """Each contract is dealt at least the cards its melds need."""
    if ruleset.objective != CONTRACT:
        return
    hands, cards = ruleset.contract.hands, ruleset.deal.cards
    keys = ("contract.hands", "deal.cards", *_LEAST_KEYS)
    if not hands:
        yield Conflict(Problem("contract.hands", "the list is empty"), keys)
    if isinstance(cards, tuple) and len(cards) != len(hands):
        what = f"the list has {len(cards)} entries for {len(hands)} contracts"
        yield Conflict(Problem("deal.cards", what), keys)
    elif not isinstance(cards, str):
        for place, hand in enumerate(hands):
            dealt, least = cards if isinstance(cards, int) else cards[place], ruleset.least_cards(hand)
            if dealt < least:
                yield Conflict(
                    Problem("deal.cards", f"{dealt} cards are fewer than the {least} that {hand} needs"), keys
                )


def _fits_pack(ruleset: Rules) -> Iterator[Conflict]:
    """The fewest players and the default ones can be dealt; more may be too many for a pack named by number."""
    deal = ruleset.deal
    keys = (
        "pack.decks",
        "pack.printed_jokers",
        "deal.players",
        "deal.default_players",
        "deal.cards",
        "deal.extra",
        "contract.hands",
        *_LEAST_KEYS,
    )
    for players in sorted({*deal.players[:1], deal.default_players}):
        shortage = shortage_of(ruleset, players)
        if shortage is not None:
            yield Conflict(Problem("deal.players", shortage), keys)


def shortage_of(ruleset: Rules, players: int, *, decks: int | None = None) -> str | None:
    """Return what is wrong when the pack (of `decks`, by default those of the rules) is too small, else None.

    Hands, an open cut card and the up-card come out of the pack.
    """
    pack, deal = ruleset.pack, ruleset.deal
    if decks is None:
        decks = pack.decks if isinstance(pack.decks, int) else pack.decks.get(players)
    if decks is None:
        return None
    open_cards = int(deal.upcard) + int(pack.wild == "cut" and not pack.cut_card_in_play)
    each = _most_cards_dealt(ruleset)
    size, needed = decks * (52 + pack.printed_jokers), players * each + open_cards
    if needed <= size:
        return None
    return f"{players} players need {needed} cards ({each} each), the pack has {size}"


def _most_cards_dealt(ruleset: Rules) -> int:
    cards = ruleset.deal.cards
    if isinstance(cards, int):
        return cards
    if isinstance(cards, tuple):
        return max(cards, default=0)
    return max(map(ruleset.least_cards, ruleset.contract.hands), default=0) + ruleset.deal.extra


def _declarable(ruleset: Rules) -> Iterator[Conflict]:
    """Some hand can meet what a declaration asks for."""
    if ruleset.objective != DECLARE or not isinstance(ruleset.deal.cards, int):
        return
    declare, run, cards = ruleset.declare, ruleset.run, ruleset.deal.cards
    keys = ("declare.min_sequences", "declare.lives_max_cards", "run.min", "run.min_naturals", "deal.cards")
    least = declare.min_sequences * run.min
    if least > cards:
        what = f"{declare.min_sequences} sequences of {run.min} cards (run.min) do not fit into {cards} (deal.cards)"
        yield Conflict(Problem("declare.min_sequences", what), keys)
    elif 2 * run.min > (most := limit_or(declare.lives_max_cards, cards)):
        what = f"{most} cards cannot hold two sequences of {run.min} (run.min)"
        yield Conflict(Problem("declare.lives_max_cards", what), keys)


def _named(ruleset: Rules) -> Iterator[Conflict]:
    """The name of a special meld becomes that of an outcome: one word, and no other outcome's."""
    for name in ruleset.special.melds:
        key = f"special.melds.{name}"
        if name in TAKEN_NAMES:
            yield Conflict(
                Problem(key, f"{name} is the name of another outcome; call the special meld otherwise"), (key,)
            )
        elif not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            yield Conflict(Problem(key, f"{name!r} is no name", "one word of letters, digits and _"), (key,))


_CHECKS: tuple[Callable[[Rules], Iterator[Conflict]], ...] = (
    _described,
    _ordered,
    _players,
    _contracts,
    _fits_pack,
    _declarable,
    _named,
)
