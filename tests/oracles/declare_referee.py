"""An independent referee of Indian rummy: reads a line of the deal log and plays it over by the rules.

Knows the format from its description alone and imports nothing of meldlab.
"""

from collections import Counter

from declare_referee_rules import HANDS, PLAY, RANKS, RefereeError, check_declaration, figures, is_card

TOP = {
    "format",
    "game",
    "rules",
    "players",
    "seed",
    "deal",
    "strategies",
    "hands",
    "upcard",
    "stock",
    "events",
    "result",
}
EVENT_FIELDS = {
    "pack": {"seat", "act", "when", "points"},
    "draw": {"seat", "act", "from", "card"},
    "discard": {"seat", "act", "card"},
    "declare": {"seat", "act", "finish", "melds"},
    "wrong-show": {"seat", "act", "finish", "points"},
    "reshuffle": {"act", "stock"},
}


def check(line):
    """Raise `RefereeError` unless the line is a whole legal deal with the right result."""
    _Deal(line).check()


def need(condition, what):
    if not condition:
        raise RefereeError(what)


class _Deal:
    def __init__(self, line):
        need(isinstance(line, dict) and line.get("game") in PLAY, "no line of Indian rummy")
        self.line = line
        self.rules = PLAY[line["game"]] | line.get("rules", {})
        need(set(self.rules) == set(PLAY[line["game"]]), "unknown rules")
        self.hand_rules = HANDS[line["game"]]

    def check(self):
        self.check_fields()
        self.check_cards()
        self.set_up()
        events = list(self.line["events"])
        while not self.over():
            need(events, "the deal is not over")
            self.turn(events)
        need(not events, "events after the end")
        self.check_result()

    def check_fields(self):
        line = self.line
        cut = self.rules["pack.wild"] == "cut"
        wanted = TOP | ({"wild_card", "wild_rank"} if cut else set())
        need(set(line) == wanted, f"fields: {sorted(set(line) ^ wanted)}")
        need(line["format"] == "meldlab-deal/1", "format")
        need(isinstance(line["players"], int) and 2 <= line["players"] <= 6, "players")
        need(len(line["strategies"]) == line["players"], "a strategy a seat")
        need(isinstance(line["seed"], int) and isinstance(line["deal"], int), "seed and deal")
        for event in line["events"]:
            need(isinstance(event, dict) and event.get("act") in EVENT_FIELDS, "unknown act")
            fields = set(event) - ({"under"} if event["act"] == "pack" else set())
            need(fields == EVENT_FIELDS[event["act"]], f"fields of {event['act']}: {sorted(event)}")
        fields = {"reason", "winner", "points", "turns", "status"}
        if self.rules["play.settlement"] == "winner_takes_sum":
            fields.add("settlement")
        need(set(line["result"]) == fields, "fields of the result")

    def check_cards(self):
        line, rules = self.line, self.rules
        need(len(line["hands"]) == line["players"], "a hand a seat")
        need(all(len(hand) == 13 for hand in line["hands"]), "thirteen cards each")
        need((line["upcard"] is not None) == rules["deal.upcard"], "up-card")
        cards = [card for hand in line["hands"] for card in hand] + line["stock"]
        cards += [line["upcard"]] if line["upcard"] is not None else []
        if rules["pack.wild"] == "cut":
            wild = line["wild_card"]
            need(is_card(wild), "wild card")
            need(line["wild_rank"] == ("A" if wild == "JK" else wild[0]), "wild rank")
            need(wild != "JK" or rules["pack.cut_joker"] == "aces", "a cut joker is put back")
            cards += [] if rules["pack.cut_card_in_play"] else [wild]
        need(all(map(is_card, cards)), "cards")
        decks = rules["pack.decks"]
        decks = decks[str(line["players"])] if isinstance(decks, dict) else decks
        pack = Counter({rank + suit: decks for rank in RANKS for suit in "SHDC"})
        pack["JK"] = decks * rules["pack.printed_jokers"]
        need(Counter(cards) == pack, "conservation: the cards are not the pack")

    def set_up(self):
        line = self.line
        self.wild_rank = line.get("wild_rank")
        self.hands = [Counter(hand) for hand in line["hands"]]
        self.pile = [] if line["upcard"] is None else [line["upcard"]]
        self.stock = list(line["stock"])
        self.seat = 0
        self.turns = 0
        self.own_turns = [0] * line["players"]
        self.status = ["loser"] * line["players"]
        self.costs = [0] * line["players"]
        self.winner = None
        self.reason = None

    def still_in(self):
        return [seat for seat, status in enumerate(self.status) if status in ("loser", "winner")]

    def over(self):
        if self.reason is None:
            still_in = self.still_in()
            if len(still_in) == 1:
                self.reason, self.winner = "last-active", still_in[0]
            elif self.own_turns[self.seat] >= self.rules["play.max_turns"] or not (self.stock or self.pile):
                self.reason = "stalled"
            elif self.rules["play.stock_exhaustion"] == "lowest_wins" and not self.stock:
                self.reason = "exhausted"
                points = {seat: self.points(seat) for seat in still_in}
                lowest = [seat for seat in still_in if points[seat] == min(points.values())]
                self.winner = lowest[0] if len(lowest) == 1 else None
        return self.reason is not None

    def points(self, seat):
        return figures(list(self.hands[seat].elements()), self.wild_rank, self.hand_rules)[0]

    def turn(self, events):
        event = events.pop(0)
        if event["act"] == "reshuffle":
            self.reshuffle(event, events)
            event = events.pop(0)
        need(event["seat"] == self.seat, f"seat {self.seat} has the move, not {event['seat']}")
        if event["act"] == "pack":
            self.pack(event)
        else:
            need(event["act"] == "draw", "a turn begins with a pack or a draw")
            self.draw(event)
            need(events, "a turn is not over")
            end = events.pop(0)
            need(end["act"] in ("discard", "declare", "wrong-show"), "a turn ends with a throw or a show")
            need(end["seat"] == self.seat, "another seat ends the turn")
            getattr(self, end["act"].replace("-", "_"))(end, event)
        self.turns += 1
        self.own_turns[self.seat] += 1
        players = self.line["players"]
        for step in range(1, players + 1):
            following = (self.seat + step) % players
            if self.status[following] == "loser":
                self.seat = following
                break

    def reshuffle(self, event, events):
        need(not self.stock, "a reshuffle before the stock is used up")
        need(len(self.pile) > 1, "nothing lies below the top discard")
        need(sorted(event["stock"]) == sorted(self.pile[:-1]), "the new stock is not the discards below the top one")
        need(events and events[0]["act"] == "draw" and events[0]["from"] == "stock", "a reshuffle without a draw")
        self.stock, self.pile = list(event["stock"]), self.pile[-1:]

    def pack(self, event):
        first = self.own_turns[self.seat] == 0
        when = "first" if first else "later"
        need(event["when"] == when, "first or later")
        need(event["points"] == self.rules[f"play.pack_{when}_points"], "points of packing")
        under = self.rules[f"play.pack_{when}_cards"] == "stock_bottom"
        need(("under" in event) == under, "under the stock or out")
        if under:
            need(Counter(event["under"]) == self.hands[self.seat], "other cards than the hand go under the stock")
            self.stock += event["under"]
        self.leave(f"packed-{when}", event["points"])

    def leave(self, status, points):
        self.status[self.seat], self.costs[self.seat] = status, points
        self.hands[self.seat] = Counter()

    def draw(self, event):
        need(event["from"] in ("stock", "discard"), "draws from nowhere")
        if event["from"] == "stock":
            need(self.stock, "the stock is empty and was not reshuffled")
            need(event["card"] == self.stock.pop(0), "not the next card of the stock")
        else:
            need(self.pile, "no discard")
            top = self.pile[-1]
            need(event["card"] == top, "not the top discard")
            if top == "JK" or top[0] == self.wild_rank:
                pickup = self.rules["play.discard_joker_pickup"]
                free = pickup == "allowed" or (pickup == "initial_only" and self.turns == 0)
                need(free or (not self.stock and len(self.pile) == 1), "a wild card may not be taken")
            self.pile.pop()
        self.hands[self.seat][event["card"]] += 1

    def give(self, card):
        hand = self.hands[self.seat]
        need(hand[card] > 0, f"{card} is not in hand")
        hand[card] -= 1

    def discard(self, event, drawn):
        self.give(event["card"])
        if not self.rules["play.may_return_upcard"]:
            need(drawn["from"] == "stock" or event["card"] != drawn["card"], "the card just taken is thrown")
        self.pile.append(event["card"])

    def declare(self, event, _):
        self.give(event["finish"])
        cards = list(self.hands[self.seat].elements())
        check_declaration(event["melds"], cards, self.wild_rank, self.hand_rules)
        self.reason, self.winner = "declare", self.seat

    def wrong_show(self, event, _):
        points = self.rules["play.wrong_show_points"]
        need(points is not None, "a wrong show is not legal")
        need(event["points"] == points, "points of a wrong show")
        self.give(event["finish"])
        cards = list(self.hands[self.seat].elements())
        need(not figures(cards, self.wild_rank, self.hand_rules)[1], "the hand could be declared")
        self.leave("wrong-show", points)

    def check_result(self):
        result = self.line["result"]
        need(result["reason"] == self.reason, f"reason: {self.reason}")
        need(result["winner"] == self.winner and result["winner"] is not True, f"winner: {self.winner}")
        need(result["turns"] == self.turns, f"turns: {self.turns}")
        halved = self.rules["play.first_turn_halving"] and self.reason == "declare" and self.turns == 1
        points = list(self.costs)
        status = list(self.status)
        for seat in self.still_in():
            if seat == self.winner:
                status[seat] = "winner"
            else:
                points[seat] = self.points(seat) / 2 if halved else self.points(seat)
        need(result["status"] == status, f"status: {status}")
        need(result["points"] == points, f"points: {points}")
        if "settlement" in result:
            value, fee = self.rules["play.point_value"], self.rules["play.fee"]
            paid = [0 if self.winner is None else -each * value for each in points]
            if self.winner is not None:
                paid[self.winner] = sum(points) * value * (1 - fee)
            need(len(result["settlement"]) == len(paid), "settlement")
            close = all(abs(one - other) < 1e-9 for one, other in zip(result["settlement"], paid, strict=True))
            need(close, f"settlement: {paid}")
