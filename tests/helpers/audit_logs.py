"""Logs for audits, dealt by numpy alone: nothing of meldlab deals here, so that its dealers cannot hide a fault."""

import json

import numpy as np

RANKS, SUITS = "A23456789TJQK", "SHDC"
NAMES = np.array([rank + suit for suit in SUITS for rank in RANKS] + ["JK"])
JOKER = 52
#: Game: decks, jokers a deck, seats, cards of a hand, whether a card is cut.
GAMES = {
    "indian-rummy": (2, 2, 4, 13, True),
    "continental": (2, 3, 4, 7, False),
    "pinacle": (2, 2, 4, 11, False),
    "gin": (1, 0, 2, 10, False),
}


def sorted_pack(game):
    """Return a new pack: deck by deck, suit by suit, jokers at the end."""
    decks, jokers, *_ = GAMES[game]
    return np.concatenate([np.tile(np.arange(JOKER), decks), np.full(decks * jokers, JOKER)]).astype(np.uint8)


def fair_packs(game, deals, rng):
    """Return shuffled packs, shape (deals, cards)."""
    pack = sorted_pack(game)
    return rng.permuted(np.broadcast_to(pack, (deals, len(pack))), axis=1)


def dealt(game, packs, *, sizes=None):
    """Return hands (deals, seats, cards), cut cards or None, up-cards and stocks, hand after hand from the top.

    The pack is cut at any of its naturals (a joker is put back), before the hands are dealt.
    """
    _, _, seats, size, cut = GAMES[game]
    size = size if sizes is None else sizes
    cuts = None
    if cut:
        chances = np.random.default_rng(len(packs)).random(packs.shape)
        chosen = np.where(packs != JOKER, chances, 0).argmax(axis=1)
        rows = np.arange(len(packs))
        cuts = packs[rows, chosen]
        keep = np.ones(packs.shape, dtype=bool)
        keep[rows, chosen] = False
        packs = packs[keep].reshape(len(packs), -1)
    hands = packs[:, : seats * size].reshape(len(packs), seats, size)
    return hands, cuts, packs[:, seats * size], packs[:, seats * size + 1 :]


def csv_text(game, packs, *, sort=False, wild=True, sizes=None, change=None):
    """Return the hands of packs as a CSV log; `change` may move cards between hands and stock."""
    hands, cuts, upcards, stocks = dealt(game, packs, sizes=sizes)
    if change is not None:
        change(hands, cuts, stocks)
    lines = ["deal,seat,cards,wild,upcard"]
    for deal, seats in enumerate(hands):
        cut = NAMES[cuts[deal]] if cuts is not None and wild else ""
        for seat, hand in enumerate(seats):
            cards = np.sort(hand) if sort else hand
            lines.append(f"{deal},{seat},{' '.join(NAMES[cards])},{cut},{NAMES[upcards[deal]]}")
    return "\n".join(lines) + "\n"


def deal_log_text(game, packs, *, sort=False, sizes=None, change=None):
    """Return whole deals as lines of the deal log; `change` may move cards between hands and stock."""
    hands, cuts, upcards, stocks = dealt(game, packs, sizes=sizes)
    if change is not None:
        change(hands, cuts, stocks)
    lines = []
    for deal, seats in enumerate(hands):
        line = {
            "format": "meldlab-deal/1",
            "game": game,
            "rules": {},
            "players": len(seats),
            "seed": 7,
            "deal": deal,
            "strategies": ["x"] * len(seats),
            "hands": [NAMES[np.sort(hand) if sort else hand].tolist() for hand in seats],
            "upcard": str(NAMES[upcards[deal]]),
            "stock": NAMES[stocks[deal]].tolist(),
            "events": [],
            "result": {},
        }
        if cuts is not None:
            line |= {"wild_card": str(NAMES[cuts[deal]]), "wild_rank": str(NAMES[cuts[deal]])[0]}
        lines.append(json.dumps(line))
    return "\n".join(lines) + "\n"


def swap_any_place(game, deals, rng):
    """Shuffles that swap every card with one from anywhere."""
    pack = sorted_pack(game)
    packs = np.tile(pack, (deals, 1))
    rows = np.arange(deals)
    for place in range(len(pack)):
        other = rng.integers(0, len(pack), deals)
        packs[rows, place], packs[rows, other] = packs[rows, other].copy(), packs[rows, place].copy()
    return packs


def modulo_draw(game, deals, rng, *, bits=8):
    """Fisher-Yates with places drawn as the remainder of a random word."""
    pack = sorted_pack(game)
    packs = np.tile(pack, (deals, 1))
    rows = np.arange(deals)
    for place in range(len(pack) - 1, 0, -1):
        other = rng.integers(0, 1 << bits, deals) % (place + 1)
        packs[rows, place], packs[rows, other] = packs[rows, other].copy(), packs[rows, place].copy()
    return packs


def short_keys(game, deals, rng, *, bits):
    """A stable sort by random keys of so many bits."""
    pack = sorted_pack(game)
    keys = rng.integers(0, 1 << bits, (deals, len(pack)))
    return pack[np.argsort(keys, axis=1, kind="stable")]


def with_more_wilds(game, hands, cuts, stocks, rng, *, share, seat=0):
    """Change a card of one seat for a wild one of the stock as often as its wild cards are to grow by `share`."""
    decks, jokers, _, size, cut = GAMES[game]
    wilds = decks * (jokers + (4 if game == "pinacle" else 0)) + (4 * decks - 1 if cut else 0)
    mean = size * wilds / (len(sorted_pack(game)) - cut)
    for deal in np.flatnonzero(rng.random(len(hands)) < share * mean):
        rank = cuts[deal] % 13 if cut else 1
        hand, stock = hands[deal, seat], stocks[deal]
        give = np.flatnonzero((hand != JOKER) & (hand % 13 != rank))
        take = np.flatnonzero((stock == JOKER) | (stock % 13 == rank))
        if len(give) and len(take):
            one, other = rng.choice(give), rng.choice(take)
            hand[one], stock[other] = stock[other], hand[one]


def repeated_seed(game, deals, rng, *, repeated=20):
    """Fair packs, but the last ones are the first ones again."""
    packs = fair_packs(game, deals, rng)
    packs[-repeated:] = packs[:repeated]
    return packs


def card_missing(game, deals, rng, *, card=6):
    """Fair packs without one copy of a card."""
    pack = sorted_pack(game)
    pack = np.delete(pack, int(np.flatnonzero(pack == card)[0]))
    return rng.permuted(np.broadcast_to(pack, (deals, len(pack))), axis=1)


def unshuffled_pairs(game, deals, rng):
    """Packs in which cards 0 and 1, 2 and 3, ... of a new pack stay together."""
    pack = sorted_pack(game)
    pairs = pack[: len(pack) // 2 * 2].reshape(-1, 2)
    order = rng.permuted(np.broadcast_to(np.arange(len(pairs)), (deals, len(pairs))), axis=1)
    return pairs[order].reshape(deals, -1)
