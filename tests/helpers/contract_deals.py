"""Deals of Continental for the tests: rules by keys, lines as a log has them, hands from text, scripted seats."""

from collections import Counter
from functools import cache

from contract_deal_referee import check

from meldlab.kernels.contract.rules import JOKER
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.contract.play.actions import Action, LaidMeld
from meldlab.sim.games.contract.play.game import ContractGame
from meldlab.sim.games.contract.play.python_seats import OneByOne
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block, Layout

SEED = 20261130


@cache
def _game(contract, players, rules):
    return ContractGame(load_ruleset("continental", set=dict(rules)), players=players, contract=contract)


def game(contract="TT", players=2, rules=None):
    return _game(contract, players, tuple((rules or {}).items()))


def block(strategies, *, deals=1, first_deal=0, log=False, layouts=(), seed=SEED):
    return Block(
        seed=seed, first_deal=first_deal, deals=deals, strategies=tuple(strategies), log=log, layouts=tuple(layouts)
    )


def lines(contract, strategies, *, deals=1, rules=None, layouts=(), first_deal=0, seed=SEED):
    """Return the whole log lines of some deals; `rules` by their keys."""
    asked = block(strategies, deals=deals, log=True, layouts=layouts, first_deal=first_deal, seed=seed)
    played = game(contract, len(strategies), rules).play(asked)
    head = {
        "format": "meldlab-deal/1",
        "game": "continental",
        "rules": rules or {},
        "players": len(strategies),
        "seed": seed,
        "strategies": [strategy.name for strategy in strategies],
    }
    return [head | {"deal": first_deal + number} | line for number, line in enumerate(played.logs)]


def layout(hands, *, upcard, stock="", jokers=3, decks=2, shuffles=()):
    """Return a deal from card texts; the rest of the pack follows the given beginning of the stock, dearest last."""
    dealt = [parse_cards(hand) for hand in hands]
    first = parse_cards(stock) if stock else ()
    left = Counter(dict.fromkeys(range(JOKER), decks) | {JOKER: decks * jokers})
    left -= Counter([*parse_cards(upcard), *first, *(card for hand in dealt for card in hand)])
    rest = tuple(sorted(left.elements()))
    return Layout(tuple(dealt), parse_cards(upcard)[0], (*first, *rest), shuffles=tuple(shuffles))


def melds(text):
    """Return melds of ``T:5H 5D 5C; E:4S 5S 6S 7S``."""
    return tuple(
        LaidMeld(kind.strip(), tuple(cards.split()))
        for kind, _, cards in (part.partition(":") for part in text.split(";"))
    )


def action(text):
    """Return the action of a few words: ``pile``, ``down T:...``, ``layoff 9S 0.0``, ``swap 6H 0.1 1 0.1 left``."""
    word, _, rest = text.partition(" ")
    parts = rest.split()
    if word in ("pile", "stock"):
        return Action("draw", source="discard" if word == "pile" else "stock")
    if word == "down":
        return Action("down", melds=melds(rest))
    if word == "throw":
        return Action("discard", card=rest)
    if word == "layoff":
        return Action("layoff", card=parts[0], meld=parts[1], end=parts[2] if len(parts) > 2 else "left")
    if word == "swap":
        to, end = parts[3:] if len(parts) > 3 else (None, None)
        return Action("swap", card=parts[0], meld=parts[1], cell=int(parts[2]), to=to, end=end)
    if word == "move":
        return Action("move", meld=parts[0], from_end=parts[1], to=parts[2], end=parts[3])
    return Action(word)


class Script:
    """Says its words in order where they answer what is asked; else it draws, declines, waits, stops, throws first."""

    def __init__(self, words):
        self.words = [action(word) for word in words]
        self.offered = []

    def act(self, seen, actions):
        kinds = {each.act for each in actions}
        self.offered.append((seen, tuple(actions)))
        if self.words and self.words[0].act in kinds:
            return self.words.pop(0)
        if "draw" in kinds:
            return Action("draw", source="stock")
        for word in ("decline", "wait", "stop"):
            if word in kinds:
                return Action(word)
        return actions[0]


def script(*words):
    return OneByOne(Script(words), name="script")


def told(hands, scripts, *, upcard, stock="", contract="TT", rules=None, shuffles=(), refereed=True):
    """Return the line of one deal laid out by hand, each seat following its words."""
    jokers, decks = (rules or {}).get("pack.printed_jokers", 3), (rules or {}).get("pack.decks", 2)
    laid = layout(hands, upcard=upcard, stock=stock, jokers=jokers, decks=decks, shuffles=shuffles)
    (line,) = lines(contract, [script(*words) for words in scripts], layouts=[laid], rules=rules)
    if refereed:
        check(line)
    return line


def acts(line, *, seat=None):
    """Return the acts of a line in order, of one seat or of all."""
    return [event["act"] for event in line["events"] if seat is None or event.get("seat") == seat]


def events(line, act):
    return [event for event in line["events"] if event["act"] == act]


def text(cards):
    return " ".join(format_card(card) for card in cards)
