"""An independent reader of Pinacle deal logs: plays every line again by the rules page, in plain Python.

It shares nothing with the loop that wrote the log: cards are text, a run is cards by place, values are added up here.
"""

from collections import Counter

RANKS = "3456789TJQKA"
SUITS = "SHDC"
DEFAULTS = {
    "pack.printed_jokers": 2,
    "deal.cards": 11,
    "deal.upcard": True,
    "run.min": 3,
    "run.max": "none",
    "set.min": 3,
    "set.max": "none",
    "set.max_per_rank": 1,
    "meld.max_wilds": 3,
    "meld.naturals_majority": True,
    "meld.min_naturals": 2,
    **{f"points.{rank}": 5 for rank in "34567"},
    **{f"points.{rank}": 10 for rank in "89TJQK"},
    "points.A": 15,
    "points.joker": 30,
    "points.two": 20,
    "table.joker": 30,
    "table.two_in_run": 30,
    "table.two_in_set_factor": 2,
    "table.wild_in_place": "as_rescued",
    "special.extra": "add",
    "special.melds.aces8.value": 1000,
    "special.melds.aces7.value": 400,
    "special.melds.aces6.value": 300,
    "special.melds.aces6w.value": 180,
    "special.melds.figures8.value": 750,
    "special.melds.figures7.value": 300,
    "special.melds.figures6.value": 200,
    "special.melds.figures6w.value": 120,
    "full_run.clean": 1000,
    "full_run.semi": [800, 750],
    "full_run.dirty": 500,
    "pinaculo.wilds": 3,
    "pinaculo.dealt": 3000,
    "pinaculo.play": 1500,
    "play.end_block_rescue": True,
    "play.rescue_same_turn": False,
    "play.pozo_requires_meld": False,
    "play.wild_discard": True,
    "play.discard_drawn": True,
    "play.close_discard": "optional",
    "play.close_bonus": 100,
    "play.stock_end": "pozo_or_end",
    "play.max_turns": 400,
    "play.signal_allowed": True,
    "play.signal_min": 7,
}
TOP = {
    "format", "game", "rules", "players", "seed", "deal", "strategies", "dealer", "hands", "upcard", "stock",
    "events", "result",
}  # fmt: skip
FIELDS = {
    "draw": {"from", "card"},
    "take-pile": {"cards"},
    "expose": {"meld", "kind", "cards", "as"},
    "add": {"meld", "cards", "as"},
    "move": {"meld", "moves"},
    "rescue": {"meld", "card", "wild"},
    "discard": {"card"},
    "close": {"card"},
}
OPTIONAL = {"expose": {"signal"}, "add": {"moves"}}


class RefereeError(Exception):
    """The log breaks a rule."""


def demand(condition, message):
    if not condition:
        raise RefereeError(message)


def is_wild(card):
    return card == "JK" or card[0] == "2"


def place(name):
    demand(isinstance(name, str) and len(name) == 2 and name[0] in RANKS and name[1] in SUITS, f"{name!r} is no place")
    return RANKS.index(name[0])


class Meld:
    """A meld on the table; a run has `cells` by place, a set `cards`."""

    def __init__(self, kind, suit, rank):
        self.kind, self.suit, self.rank = kind, suit, rank
        self.cells = {}
        self.cards = []
        self.crossed = []
        self.fresh = Counter()  # wild cards of a set laid this turn
        self.fresh_places = set()
        self.pinaculo = None

    def all_cards(self):
        return [self.cells[p] for p in sorted(self.cells)] if self.kind == "run" else self.cards

    def natural_places(self):
        return [p for p, card in self.cells.items() if not is_wild(card)]

    def is_end(self, p):
        naturals = self.natural_places()
        return is_wild(self.cells[p]) and not (min(naturals) < p < max(naturals))


class Referee:
    """Plays one line again."""

    def __init__(self, line):
        demand(isinstance(line, dict), "a line is an object")
        extra = set(line) - TOP - {"match", "order"}
        demand(not extra, f"unknown fields {sorted(extra)}")
        demand(set(line) >= TOP, f"missing fields {sorted(TOP - set(line))}")
        demand(line["format"] == "meldlab-deal/1" and line["game"] == "pinacle", "another format")
        demand(line["players"] == 4 and len(line["strategies"]) == 4 and line["dealer"] == 3, "four seats, dealer 3")
        demand(("match" in line) == ("order" in line), "match and order come together")
        if "order" in line:
            order = line["order"]
            turned = [[(first + seat) % 4 for seat in range(4)] for first in range(4)]
            demand(order in turned, "order is a rotation")
        unknown = set(line["rules"]) - set(DEFAULTS)
        demand(not unknown, f"unknown rules {sorted(unknown)}")
        self.rules = {**DEFAULTS, **line["rules"]}
        self.line = line
        self.dealt = [Counter(hand) for hand in line["hands"]]
        self.hands = [Counter(hand) for hand in line["hands"]]
        self.stock = list(line["stock"])
        self.pozo = [] if line["upcard"] is None else [line["upcard"]]
        self.sides = ([], [])
        self.turns = 0
        self.reason = None
        self.closer = None

    # what the table says

    def limit(self, key):
        return 10**6 if self.rules[key] in ("none", None) else self.rules[key]

    def check_pack(self):
        pack = Counter(rank + suit for rank in "A23456789TJQK" for suit in SUITS for _ in range(2))
        pack["JK"] = 2 * self.rules["pack.printed_jokers"]
        cards = Counter(self.line["stock"])
        for hand in self.line["hands"]:
            demand(len(hand) == self.rules["deal.cards"], "a hand has another size")
            cards.update(hand)
        demand((self.line["upcard"] is None) == (not self.rules["deal.upcard"]), "upcard against the rules")
        if self.line["upcard"] is not None:
            cards[self.line["upcard"]] += 1
        demand(len(self.line["hands"]) == 4 and +cards == +pack, "hands, upcard and stock are not the pack")

    def wilds_fit(self, naturals, wilds):
        rules = self.rules
        return (
            naturals >= rules["meld.min_naturals"]
            and wilds <= self.limit("meld.max_wilds")
            and (wilds < naturals or not rules["meld.naturals_majority"])
        )

    def check_meld(self, meld):
        cards = meld.all_cards()
        naturals = [card for card in cards if not is_wild(card)]
        demand(self.wilds_fit(len(naturals), len(cards) - len(naturals)), "wild cards beyond the limit")
        if meld.kind == "set":
            demand(all(card[0] == meld.rank for card in naturals), "another rank in a set")
            demand(self.rules["set.min"] <= len(cards) <= self.limit("set.max"), "the size of a set")
            demand(len(naturals) <= 8, "more than eight naturals")
        else:
            places = sorted(meld.cells)
            demand(places == list(range(places[0], places[-1] + 1)), "a hole in a run")
            demand(self.rules["run.min"] <= len(cards) <= min(12, self.limit("run.max")), "the length of a run")
            for p, card in meld.cells.items():
                demand(is_wild(card) or card == RANKS[p] + meld.suit, "a natural out of its place")

    def leave(self, seat, card):
        demand(self.hands[seat][card] > 0, f"{card} is not in the hand of seat {seat}")
        self.hands[seat][card] -= 1
        if not self.hands[seat][card]:
            del self.hands[seat][card]

    # events

    def play(self):
        self.check_pack()
        events = list(self.line["events"])
        while True:
            if self.reason:
                demand(not events, "events after the end")
                break
            if not self.stock and self.rules["play.stock_end"] == "pozo_or_end":
                if not events:
                    self.reason = "stock-end"
                    break
                demand(events[0].get("act") == "take-pile", "a draw from an empty stock")
            self.turn(events)
        self.check_result()

    def event(self, events, acts, message):
        demand(events, f"the log stops: {message}")
        event = events.pop(0)
        act = event.get("act")
        demand(act in acts, f"{act!r} where {message}")
        seat = self.turns % 4
        demand(event.get("seat") == seat, f"seat {event.get('seat')} instead of {seat}")
        fields = set(event) - {"seat", "act"}
        demand(FIELDS[act] <= fields <= FIELDS[act] | OPTIONAL.get(act, set()), f"fields of {act}: {sorted(fields)}")
        return event

    def turn(self, events):
        seat = self.turns % 4
        for meld in self.sides[seat % 2]:
            meld.fresh, meld.fresh_places = Counter(), set()
        event = self.event(events, {"draw", "take-pile"}, "a turn begins")
        before, duty, barred = Counter(self.hands[seat]), False, None
        if event["act"] == "draw":
            demand(event["from"] == "stock" and self.stock, "a draw from the stock")
            demand(event["card"] == self.stock.pop(0), "another card than the top of the stock")
            self.hands[seat][event["card"]] += 1
            barred = event["card"]
        else:
            demand(self.pozo and event["cards"] == self.pozo, "another pozo")
            self.hands[seat].update(self.pozo)
            barred = self.pozo[-1]
            duty = self.rules["play.pozo_requires_meld"] or not self.stock
            self.pozo = []
        if before[barred] or self.rules["play.discard_drawn"]:
            barred = None
        while True:
            event = self.event(events, {"expose", "add", "move", "rescue", "discard", "close"}, "a turn goes on")
            act = event["act"]
            if act in ("discard", "close"):
                break
            demand(self.hands[seat], "an act with an empty hand")
            getattr(self, act)(seat, event)
            duty = duty and act == "move"
            if self.rules["play.close_discard"] == "required":
                demand(self.hands[seat], "no card is left to be thrown")
        demand(not duty, "nothing was laid after taking the pozo")
        if event["card"] is None:
            demand(act == "close" and not self.hands[seat], "a close without a card needs an empty hand")
        else:
            self.check_throw(seat, event["card"], barred)
            self.leave(seat, event["card"])
            demand((act == "close") == (not self.hands[seat]), "close means an empty hand, discard another")
            self.pozo.append(event["card"])
        self.turns += 1
        if act == "close":
            self.reason, self.closer = "close", seat
        elif self.turns == self.rules["play.max_turns"]:
            self.reason = "max-turns"
        elif not self.stock:
            self.empty_stock(events)

    def check_throw(self, seat, card, barred):
        def free(other):
            return other != barred and (self.rules["play.wild_discard"] or not is_wild(other))

        demand(card in self.hands[seat], f"{card} is not in the hand")
        demand(free(card) or not any(map(free, self.hands[seat])), f"{card} may not be thrown")

    def empty_stock(self, events):
        kind = self.rules["play.stock_end"]
        if kind == "end" or (kind == "reshuffle" and len(self.pozo) < 2):
            self.reason = "stock-end"
        elif kind == "reshuffle":
            demand(events, "a reshuffle is missing")
            event = events.pop(0)
            demand(set(event) == {"act", "stock"} and event["act"] == "reshuffle", "a reshuffle is missing")
            demand(event["stock"] == self.pozo[:-1], "another stock after the reshuffle")
            self.stock, self.pozo = self.pozo[:-1], self.pozo[-1:]

    def meld(self, seat, name):
        side = seat % 2
        names = {f"{side}.{number}": meld for number, meld in enumerate(self.sides[side])}
        demand(name in names, f"{name!r} is no meld of side {side}")
        return names[name]

    def expose(self, seat, event):
        side, cards = seat % 2, event["cards"]
        demand(event["meld"] == f"{side}.{len(self.sides[side])}", "the number of a new meld")
        demand(event["kind"] in ("set", "run"), "kind")
        naturals = [card for card in cards if not is_wild(card)]
        demand(naturals, "a meld of wild cards")
        meld = Meld(event["kind"], naturals[0][1], naturals[0][0])
        if "signal" in event:
            demand(event["signal"] is True and meld.kind == "run" and self.rules["play.signal_allowed"], "a signal")
            ranks = {c[0] for c in self.hands[seat] if not is_wild(c) and c[1] == meld.suit}
            demand(len(ranks) >= self.rules["play.signal_min"], "a signal without the cards")
        if meld.kind == "set":
            same = [other for other in self.sides[side] if other.kind == "set" and other.rank == meld.rank]
            demand(len(same) < self.limit("set.max_per_rank"), "another set of the rank")
        self.sides[side].append(meld)
        self.lay(seat, meld, event, [])
        wilds = len(cards) - len(naturals)
        if meld.kind == "set" and len(naturals) == 8 and wilds == self.rules["pinaculo.wilds"]:
            meld.pinaculo = "dealt" if Counter(cards) == self.dealt[seat] else "play"

    def add(self, seat, event):
        meld = self.meld(seat, event["meld"])
        demand(not meld.pinaculo, "a pinaculo is complete")
        demand("moves" not in event or event["moves"], "an empty list of moves")
        self.lay(seat, meld, event, event.get("moves", []))

    def move(self, seat, event):
        meld = self.meld(seat, event["meld"])
        demand(event["moves"] and meld.kind == "run", "moves of a run")
        self.shift(meld, event["moves"])
        self.check_meld(meld)

    def shift(self, meld, moves):
        lifted = []
        for move in moves:
            demand(set(move) == {"card", "from", "to"} and move["from"] != move["to"], "fields of a move")
            source, target = place(move["from"]), place(move["to"])
            demand(move["from"][1] == move["to"][1] == meld.suit, "a move in another suit")
            demand(meld.cells.get(source) == move["card"] and meld.is_end(source), "no end wild card lies there")
            lifted.append((source, target, move["card"], source in meld.fresh_places))
        demand(len({source for source, *_ in lifted}) == len(lifted), "a wild card moves twice")
        for source, *_ in lifted:
            del meld.cells[source]
            meld.fresh_places.discard(source)
        for _, target, card, fresh in lifted:
            demand(target not in meld.cells, "two cards on one place")
            meld.cells[target] = card
            if fresh:
                meld.fresh_places.add(target)

    def lay(self, seat, meld, event, moves):
        cards, stands = event["cards"], event["as"]
        demand(cards and len(cards) == len(stands), "cards and what they stand for")
        if meld.kind == "set":
            demand(not moves, "moves in a set")
            for card, name in zip(cards, stands, strict=True):
                demand(name == (meld.rank if is_wild(card) else card), "what a card of a set stands for")
                self.leave(seat, card)
                meld.cards.append(card)
                meld.fresh[card] += is_wild(card)
        else:
            self.shift(meld, moves)
            places = [place(name) for name in stands]
            demand(places == sorted(places), "cards of a run go from low to high")
            for card, name, p in zip(cards, stands, places, strict=True):
                demand(name[1] == meld.suit and (is_wild(card) or card == name), "what a card of a run stands for")
                demand(p not in meld.cells, "two cards on one place")
                self.leave(seat, card)
                meld.cells[p] = card
                if is_wild(card):
                    meld.fresh_places.add(p)
        self.check_meld(meld)

    def rescue(self, seat, event):
        meld, card, wild = self.meld(seat, event["meld"]), event["card"], event["wild"]
        demand(is_wild(wild) and not is_wild(card), "a natural rescues a wild card")
        same = self.rules["play.rescue_same_turn"]
        self.leave(seat, card)
        if meld.kind == "set":
            held = meld.cards.count(wild)
            demand(card[0] == meld.rank, "another rank")
            demand(held > (0 if same else meld.fresh[wild]), "the wild card cannot be rescued")
            meld.cards.remove(wild)
            meld.cards.append(card)
            meld.fresh[wild] = min(meld.fresh[wild], held - 1)
        else:
            p = place(card)
            demand(card[1] == meld.suit and meld.cells.get(p) == wild, "the wild card does not lie there")
            demand(meld.is_end(p), "a blocked wild card")
            demand(self.rules["play.end_block_rescue"] or p in (min(meld.cells), max(meld.cells)), "not outermost")
            demand(same or p not in meld.fresh_places, "a wild card laid this turn")
            meld.cells[p] = card
        meld.crossed.append(wild)
        self.check_meld(meld)

    # the result

    def wild_value(self, meld, card, name):
        """What a wild card in place is worth; `name` is the rank it stands for."""
        how, rules = self.rules["table.wild_in_place"], self.rules
        if how == "substituted":
            return rules[f"points.{name}"]
        if how == "hand_value":
            return rules["points.joker"] if card == "JK" else rules["points.two"]
        return self.crossed_value(meld, card)

    def crossed_value(self, meld, card):
        if card == "JK":
            return self.rules["table.joker"]
        if meld.kind == "run":
            return self.rules["table.two_in_run"]
        return self.rules["table.two_in_set_factor"] * self.rules[f"points.{meld.rank}"]

    def worth(self, meld):
        """Class and value of a meld."""
        crossed = sum(self.crossed_value(meld, card) for card in meld.crossed)
        name, value = self.set_worth(meld) if meld.kind == "set" else self.run_worth(meld)
        return name, value + crossed

    def run_worth(self, meld):
        wilds = [card for card in meld.cells.values() if is_wild(card)]
        if len(meld.cells) == 12:
            own = wilds.count("2" + meld.suit)
            if len(wilds) > own or own > 2:
                return "full_dirty", self.rules["full_run.dirty"]
            if own:
                return f"full_semi{own}", self.rules["full_run.semi"][own - 1]
            return "full_clean", self.rules["full_run.clean"]
        return "run", sum(
            self.wild_value(meld, card, RANKS[p]) if is_wild(card) else self.rules[f"points.{card[0]}"]
            for p, card in meld.cells.items()
        )

    def set_worth(self, meld):
        if meld.pinaculo:
            return "pinaculo", self.rules[f"pinaculo.{meld.pinaculo}"]
        naturals = [card for card in meld.cards if not is_wild(card)]
        each = self.rules[f"points.{meld.rank}"]
        wilds = sorted(self.wild_value(meld, card, meld.rank) for card in meld.cards if is_wild(card))
        plain = len(naturals) * each + sum(wilds)
        family = "aces" if meld.rank == "A" else "figures" if meld.rank in "JQK" else None
        best = None
        extra = self.rules["special.extra"] == "add"
        for size in (8, 7, 6) if family else ():
            if len(naturals) >= size:
                value = self.rules[f"special.melds.{family}{size}.value"]
                value += extra * ((len(naturals) - size) * each + sum(wilds))
                best = max(best or (-1, ""), (value, f"{family}{size}"), key=lambda pair: pair[0])
        for inside in range(1, len(wilds) + 1) if family else ():
            needed = 6 - inside
            if len(naturals) >= needed and self.wilds_fit(needed, inside):
                value = self.rules[f"special.melds.{family}6w.value"]
                value += extra * ((len(naturals) - needed) * each + sum(wilds[inside:]))
                best = max(best or (-1, ""), (value, f"{family}6w"), key=lambda pair: pair[0])
        return ("set", plain) if best is None else (best[1], best[0])

    def cost(self, card):
        if card == "JK":
            return self.rules["points.joker"]
        return self.rules["points.two"] if is_wild(card) else self.rules[f"points.{card[0]}"]

    def check_result(self):
        result = self.line["result"]
        demand(set(result) == {"reason", "winner", "points", "turns", "sides"}, "fields of the result")
        demand(result["reason"] == self.reason, f"reason {result['reason']} instead of {self.reason}")
        demand(result["turns"] == self.turns, "turns")
        demand(len(result["sides"]) == 2, "two sides")
        totals = []
        for side, told in enumerate(result["sides"]):
            demand(set(told) == {"melds", "left", "hand", "bonus", "total"}, "fields of a side")
            demand(len(told["melds"]) == len(self.sides[side]), "melds of a side")
            value = 0
            for number, (meld, row) in enumerate(zip(self.sides[side], told["melds"], strict=True)):
                demand(set(row) == {"meld", "class", "value", "cards", "rescued"}, "fields of a meld")
                name, worth = self.worth(meld)
                value += worth
                demand(row["meld"] == f"{side}.{number}", "the name of a meld")
                demand((row["class"], row["value"]) == (name, worth), f"{row} is {name}, worth {worth}")
                cards = meld.all_cards()
                same = row["cards"] == cards if meld.kind == "run" else Counter(row["cards"]) == Counter(cards)
                demand(same and Counter(row["rescued"]) == Counter(meld.crossed), "the cards of a meld")
            left = [+self.hands[side], +self.hands[side + 2]]
            demand([Counter(hand) for hand in told["left"]] == left, "cards left in hand")
            hand = sum(self.cost(card) * copies for held in left for card, copies in held.items())
            closes = self.closer is not None and self.closer % 2 == side
            bonus = self.rules["play.close_bonus"] if closes else 0
            demand((told["hand"], told["bonus"]) == (hand, bonus), "cost of the hands, or the bonus")
            demand(told["total"] == value - hand + bonus, "the total of a side")
            totals.append(told["total"])
        demand(result["points"] == totals, "points")
        winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        demand(result["winner"] == winner, "the winner")


def check(line):
    """Raise `RefereeError` if a line of a log breaks the rules or the format."""
    try:
        Referee(line).play()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise RefereeError(f"the line cannot be read: {error!r}") from error
