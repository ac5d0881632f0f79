"""Gin as a person would play it out with cards on a table: slow, from the sentences, sharing nothing with the loop."""

from dataclasses import dataclass

from deadwood_brute import Rules, least_deadwood

RULES = Rules()


def deadwood(hand):
    return least_deadwood(sorted(hand), RULES)[0]


def left_after_lay_off(melds, hand):
    """Every card that fits is laid on or kept, in every order, and the rest arranged at its best."""
    start = (frozenset(melds), frozenset(hand))
    waiting, met, least = [start], {start}, deadwood(hand)
    while waiting:
        table, held = waiting.pop()
        for card in held:
            for meld in table:
                grown = meld | {card}
                after = (table - {meld} | {grown}, held - {card})
                if (RULES.is_run(grown) or RULES.is_set(grown)) and after not in met:
                    met.add(after)
                    waiting.append(after)
                    least = min(least, deadwood(after[1]))
    return least


@dataclass
class Ended:
    reason: str
    winner: int
    points: set  # one number for each arrangement that the knocker may have laid
    turns: int


def show(knocker, own, other):
    mine, arranged = least_deadwood(sorted(own), RULES)
    if mine == 0:
        return "gin", knocker, {deadwood(other) + 25}
    points, winners = set(), set()
    for melds in arranged:
        theirs = left_after_lay_off(melds, other)
        undercut = theirs <= mine
        winners.add(("undercut", 1 - knocker) if undercut else ("knock", knocker))
        points.add(mine - theirs + 25 if undercut else theirs - mine)
    return (*(winners.pop() if len(winners) == 1 else ("either", None)), points)


def play_greedily(pack, *, knock_at=10):
    """Both take the open card if it lowers the least deadwood, throw the dearest useless card, knock when they can."""
    hands, top, stock = [set(pack[:10]), set(pack[10:20])], pack[20], list(pack[21:])
    seat, turns, offers = 0, 0, 0
    while turns < 200:
        hand = hands[seat]
        wants = min(deadwood((hand | {top}) - {card}) for card in hand) < deadwood(hand)
        if offers < 2 and not wants:
            offers, seat = offers + 1, 1 - seat
            continue
        hand.add(top if wants and offers != 2 else stock.pop(0))
        offers, turns = 3, turns + 1
        left = {card: deadwood(hand - {card}) for card in hand}
        least = min(left.values())
        thrown = min((card for card in hand if left[card] == least), key=lambda card: (-RULES.points[card % 13], card))
        hand.remove(thrown)
        if least <= knock_at:
            return Ended(*show(seat, hand, hands[1 - seat]), turns)
        top = thrown
        if len(stock) <= 2:
            return Ended("stock", -1, {0}, turns)
        seat = 1 - seat
    return Ended("stalled", -1, {0}, turns)
