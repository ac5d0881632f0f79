"""A referee of turns in a contract game: plays deal-log events on plain lists, and finds best turns by exhaustion."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

RANKS, SUITS = "A23456789TJQK", "SHDC"


@dataclass(frozen=True)
class House:
    """The table rules of a ruleset that the referee knows; circular runs of four or more, sets of three or more."""

    joker_swap: str = "same_owner"
    joker_move: bool = True
    own_only: bool = False
    limit: int = 99
    keep: int = 0


def follow(card: str, step: int) -> str:
    return RANKS[(RANKS.index(card[0]) + step) % 13] + card[1]


def stands_for(cells: list[str]) -> list[str]:
    """Return the card of each cell of a run."""
    at, natural = next((at, cell) for at, cell in enumerate(cells) if cell != "JK")
    return [follow(natural, place - at) for place in range(len(cells))]


def check_run(cells: list[str]) -> None:
    cards = stands_for(cells)
    assert len(cells) >= 4
    assert all(cell in ("JK", card) for cell, card in zip(cells, cards, strict=True)), cells
    assert not any(a == b == "JK" for a, b in pairwise(cells)), cells


def check_set(cards: list[str]) -> None:
    assert len(cards) >= 3
    assert len({card[0] for card in cards if card != "JK"}) <= 1, cards


class Table:
    """Melds by id: (kind, cells)."""

    def __init__(self, melds: list[str]) -> None:
        self.melds: dict[str, tuple[str, list[str]]] = {}
        seen: Counter[str] = Counter()
        for text in melds:
            owner, kind, cards = text.split(":")
            self.melds[f"{owner}.{seen[owner]}"] = kind, cards.split()
            seen[owner] += 1

    def put(self, name: str, card: str, end: str | None) -> str | None:
        """Lay a card; return what its cell stands for in a run."""
        kind, cells = self.melds[name]
        if kind == "T":
            assert end is None
            cells.append(card)
            check_set(cells)
            return None
        left = end == "left"
        place = follow(stands_for(cells)[0 if left else -1], -1 if left else 1)
        cells.insert(0 if left else len(cells), card)
        check_run(cells)
        return place


def play(hand: list[str], melds: list[str], events: list[dict], contract: str | None = None) -> list[str]:
    """Return what is left of a hand after events, every one of them checked against the rules."""
    table, left = Table(melds), Counter(hand)

    def spend(card: str) -> None:
        assert left[card] > 0, card
        left[card] -= 1

    for number, event in enumerate(events):
        if event["act"] == "down":
            assert number == 0
            assert "".join(meld["kind"] for meld in event["melds"]) == contract
            for meld in event["melds"]:
                assert meld["id"] not in table.melds
                assert meld["id"].startswith("0.")
                (check_run if meld["kind"] == "E" else check_set)(meld["cards"])
                if meld["kind"] == "E":
                    assert meld["as"] == stands_for(meld["cards"])
                table.melds[meld["id"]] = meld["kind"], list(meld["cards"])
                for card in meld["cards"]:
                    spend(card)
        elif event["act"] == "layoff":
            spend(event["card"])
            assert table.put(event["meld"], event["card"], event.get("end")) == event.get("as")
        else:
            owner, cells = event["meld"].split(".")[0], table.melds[event["meld"]][1]
            if event["act"] == "swap":
                spend(event["card"])
                assert cells[event["cell"]] == "JK"
                assert stands_for(cells)[event["cell"]] == event["card"]
                cells[event["cell"]] = event["card"]
            else:
                at = 0 if event["from_end"] == "left" else len(cells) - 1
                assert cells[at] == "JK"
                assert event["to"] == event["meld"] or len(cells) > 4
                assert event["to"] != event["meld"] or event["end"] != event["from_end"]
                cells.pop(at)
            assert event["to"].split(".")[0] == owner
            assert table.put(event["to"], "JK", event["end"]) == event["as"]
    return sorted(left.elements())


State = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def least_left(hand: list[str], melds: list[str], value: dict[str, int], house: House = House()) -> tuple[int, int]:
    """Return least points and least cards over every sequence of lay-offs, by going through all of them."""
    kinds = [text.split(":")[1] for text in melds]
    owners = [text.split(":")[0] for text in melds]
    start: State = (tuple(sorted(hand)), tuple(tuple(text.split(":")[2].split()) for text in melds))
    seen, waiting = {start}, [start]
    while waiting:
        for after in _after(waiting.pop(), kinds, owners, len(hand), house):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    lefts = [cards for cards, _ in seen]
    return min(sum(value[card] for card in cards) for cards in lefts), min(map(len, lefts))


def _ends(cells: tuple[str, ...], card: str) -> Iterator[tuple[str, ...]]:
    places = stands_for(list(cells))
    for left in (True, False):
        place = follow(places[0 if left else -1], -1 if left else 1)
        if card == place or (card == "JK" and cells[0 if left else -1] != "JK"):
            yield (card, *cells) if left else (*cells, card)


def _after(state: State, kinds: list[str], owners: list[str], dealt: int, house: House) -> Iterator[State]:
    hand, melds = state

    def changed(melds: tuple[tuple[str, ...], ...], at: int, cells: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return (*melds[:at], cells, *melds[at + 1 :])

    may_lay = len(hand) > house.keep and dealt - len(hand) < house.limit
    for at, cells in enumerate(melds):
        run, mine = kinds[at] == "E", owners[at] == "0" or not house.own_only
        for card in set(hand) if may_lay else ():
            rest = list(hand)
            rest.remove(card)
            if not run:
                ranks = {each[0] for each in cells if each != "JK"}
                if card == "JK" or not ranks or card[0] in ranks:
                    yield tuple(rest), changed(melds, at, tuple(sorted((*cells, card))))
                continue
            for longer in _ends(cells, card):
                yield tuple(rest), changed(melds, at, longer)
            if not mine or house.joker_swap == "off":
                continue
            for cell, place in enumerate(stands_for(list(cells))):
                if cells[cell] == "JK" and place == card:
                    filled = changed(melds, at, (*cells[:cell], card, *cells[cell + 1 :]))
                    if house.joker_swap == "to_hand":
                        yield tuple(sorted((*rest, "JK"))), filled
                        continue
                    for to, target in enumerate(filled):
                        if kinds[to] == "E" and (house.joker_swap == "any_run" or owners[to] == owners[at]):
                            for longer in _ends(target, "JK"):
                                yield tuple(rest), changed(filled, to, longer)
        if run and mine and house.joker_move:
            for left in (True, False):
                if cells[0 if left else -1] == "JK":
                    source = changed(melds, at, cells[1:] if left else cells[:-1])
                    for to, target in enumerate(source):
                        if kinds[to] == "E" and owners[to] == owners[at] and (to == at or len(cells) > 4):
                            for longer in _ends(target, "JK"):
                                yield hand, changed(source, to, longer)
