"""Card and hand text: reading it with exact errors, writing it, and checking it against the pack.

A card is its number 0..51 = suit * 13 + rank (suits S H D C = 0..3, ranks A 2 ... K = 0..12), 52 a printed joker.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from meldlab.sim.common.arguments import plain
from meldlab.sim.common.errors import NotationError

RANKS = "A23456789TJQK"
SUITS = "SHDC"
PRINTED_JOKER = 52

_SYMBOLS = "♠♥♦♣"
_SUIT_OF = {letter: suit for letters in (SUITS, _SYMBOLS, "♤♡♢♧") for suit, letter in enumerate(letters)}
_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_SEPARATORS = re.compile(r"[\s,]+")
_ALLOWED = "rank A 2-9 T or 10 J Q K, then suit S H D C or ♠ ♥ ♦ ♣; JK or * for a printed joker"
CONTRACT = "letters T (sets) and E (runs) such as TTE, as text"
WILD = "a rank A 2-9 T or 10 J Q K as text, or the cut card itself, such as 7D"
_LONGEST_SHOWN = 24


def parse_cards(cards: str | Iterable[str | int]) -> tuple[int, ...]:
    """Return the card numbers of a hand, in the order given.

    Parameters
    ----------
    cards
        Text with any mixture of spaces and commas between cards, or none (``"4H 5H,10d JK"``, ``"4H5H"``), or a
        sequence with one card an item, text or number.

    Raises
    ------
    NotationError
        If something is no card: names the token, its position counted in cards from 1, and what is allowed.
    """
    found: list[int] = []
    if isinstance(cards, str):
        for word in _SEPARATORS.split(_VARIATION_SELECTORS.sub("", cards)):
            _read_word(word, found)
    else:
        for item in cards:
            _read_item(item, found)
    if not found:
        raise NotationError("there is no card in it", where=f"hand {_shown(str(cards))}", allowed=_ALLOWED)
    return tuple(found)


def format_card(card: int, *, symbols: bool = False) -> str:
    """Return a card as text: ``"TH"``, with `symbols` ``"T♥"``; a printed joker is ``"JK"``."""
    if card == PRINTED_JOKER:
        return "JK"
    return RANKS[card % 13] + (_SYMBOLS if symbols else SUITS)[card // 13]


def format_cards(cards: Iterable[int], *, symbols: bool = False) -> str:
    """Return cards as text, separated by spaces."""
    return " ".join(format_card(card, symbols=symbols) for card in cards)


def parse_wild(text: str) -> tuple[int, int | None]:
    """Return the wild rank 0..12 and, when the text names the cut card itself, its number.

    Raises
    ------
    NotationError
        If the text is neither a rank nor a natural card.
    """
    word = _VARIATION_SELECTORS.sub("", text).strip().upper()
    rank = "T" if word == "10" else word
    if len(rank) == 1 and rank in RANKS:
        return RANKS.index(rank), None
    if word in ("JK", "*"):
        raise NotationError(
            "a printed joker fixes no rank",
            where=f"wild {_shown(text)}",
            allowed=WILD,
            remedy="Where a cut joker makes the aces wild, give A",
        )
    found: list[int] = []
    if word:
        try:
            _read_word(word, found)
        except NotationError:
            found = []
    if len(found) != 1:
        raise NotationError("is no rank and no card", where=f"wild {_shown(text)}", allowed=WILD)
    return found[0] % 13, found[0]


def check_against_pack(
    cards: Sequence[int],
    *,
    decks: int,
    printed_jokers: int,
    wild_rank: int | None = None,
    wild_card: int | None = None,
    dead: Iterable[int] = (),
) -> None:
    """Raise unless the pack holds all these cards at once.

    Parameters
    ----------
    cards
        The hand.
    decks, printed_jokers
        52-card decks and printed jokers of the whole pack.
    wild_rank, wild_card
        A cut card that lies open, out of play: only its rank known, or the card itself.
    dead
        Cards seen elsewhere.

    Raises
    ------
    NotationError
        Names the first card of which there are too many, its position in the hand, and how many there can be; cards
        seen elsewhere that the pack does not hold by themselves are named first, as `dead`.
    """
    gone = Counter(dead)
    _check_dead(gone, decks=decks, printed_jokers=printed_jokers)
    if wild_card is not None:
        gone[wild_card] += 1
    pack = f"{decks} deck{'s' if decks > 1 else ''}"
    seen: Counter[int] = Counter()
    for position, card in enumerate(cards, start=1):
        seen[card] += 1
        copies = printed_jokers if card == PRINTED_JOKER else decks
        if seen[card] <= copies - gone[card]:
            continue
        name = format_card(card)
        reason = f"the pack of {pack} holds {copies} of it" if copies else f"the pack of {pack} holds none"
        if gone[card]:
            reason += f", and {gone[card]} lie{'s' if gone[card] == 1 else ''} elsewhere"
            reason += " (the cut card)" if card == wild_card and gone[card] == 1 else ""
        raise NotationError(
            f"{_ordinal(seen[card])} {name}, but {reason}",
            where=f"card {position}",
            allowed=f"{max(copies - gone[card], 0)} of {name}",
        )
    _check_dead(gone, decks=decks, printed_jokers=printed_jokers)
    if wild_rank is not None and wild_card is None:
        held = sum(count for card, count in (seen + gone).items() if card != PRINTED_JOKER and card % 13 == wild_rank)
        if held >= 4 * decks:
            rank = RANKS[wild_rank]
            raise NotationError(
                f"all {4 * decks} cards of rank {rank} are in hand or seen elsewhere: none is left to be the cut card",
                where=f"wild {rank}",
                allowed=f"{4 * decks - 1} of rank {rank}",
            )


def _check_dead(gone: Mapping[int, int], *, decks: int, printed_jokers: int) -> None:
    """Raise unless the pack holds all cards that lie elsewhere."""
    for card, copies in gone.items():
        most = printed_jokers if card == PRINTED_JOKER else decks
        if copies > most:
            name = format_card(card)
            raise NotationError(
                f"{copies} {name} lie elsewhere, more than {decks} deck{'s' if decks > 1 else ''} hold",
                where="dead",
                allowed=f"{most} of {name}",
            )


def _read_word(word: str, found: list[int]) -> None:
    """Append the cards of a word without separators; nothing but cards may be in it."""
    text = word.upper()
    if len(text) != len(word):  # letters that grow when they become capitals are none of ours
        _refuse(word, word, len(found) + 1)
    place = 0
    while place < len(text):
        if text.startswith("JK", place) or text[place] == "*":
            found.append(PRINTED_JOKER)
            place += 1 if text[place] == "*" else 2
            continue
        rank_length = 2 if text.startswith("10", place) else 1
        rank = "T" if rank_length == 2 else text[place]
        suit = text[place + rank_length : place + rank_length + 1]
        if rank not in RANKS or suit not in _SUIT_OF:
            _refuse(word, word[place : place + rank_length + 1], len(found) + 1)
        found.append(_SUIT_OF[suit] * 13 + RANKS.index(rank))
        place += rank_length + 1


def _read_item(item: str | int, found: list[int]) -> None:
    before = len(found)
    if isinstance(item, str):
        word = _VARIATION_SELECTORS.sub("", item).strip()
        read: list[int] = []
        try:
            for part in _SEPARATORS.split(word):
                _read_word(part, read)
        except NotationError:
            _refuse(item, item, before + 1)
        if len(read) > 1:
            raise NotationError(
                f"{_shown(item)} are {len(read)} cards",
                where=f"card {before + 1}",
                allowed="one card an entry, or all cards in one text",
            )
        if not read:
            _refuse(item, item, before + 1)
        found += read
        return
    number = -1 if isinstance(item, bool) or not hasattr(item, "__index__") else int(item)
    if not 0 <= number <= PRINTED_JOKER:
        raise NotationError(
            f"{_clipped(repr(plain(item)))} is no card",
            where=f"card {before + 1}",
            allowed=f"numbers 0..52, or {_ALLOWED}",
        )
    found.append(number)


def _refuse(word: str, token: str, position: int) -> NoReturn:
    strange = [letter for letter in token if not (" " <= letter <= "~") and letter not in _SUIT_OF]
    what = f"{_shown(token)} is no card"
    if strange:
        what += f": {strange[0]!r} is U+{ord(strange[0]):04X}, a letter from elsewhere"
    if token != word:
        what += f" (in {_shown(word)})"
    raise NotationError(what, where=f"card {position}", allowed=_ALLOWED)


def _shown(text: str) -> str:
    return repr(_clipped(text))


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if 10 < number % 100 < 14 else endings.get(number % 10, "th")
    return f"a {number}{ending}"
