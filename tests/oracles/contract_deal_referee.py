"""An independent referee of Continental deal logs: every card, turn, action and point; nothing of meldlab is used."""

from collections import Counter

from contract_log_melds import CARDS, JOKER, House, Meld, RefereeError, demand

__all__ = ["RefereeError", "check"]

FIELDS = {
    *("format", "game", "rules", "players", "seed", "deal", "strategies", "round", "contract", "dealer"),
    *("hands", "upcard", "stock", "events", "result"),
}


def check(line: dict) -> None:
    """Raise `RefereeError` unless a line is the log of a legal deal."""
    demand(set(line) in (FIELDS, FIELDS | {"match", "order"}), "fields of the line")
    demand(line["format"] == "meldlab-deal/1" and line["game"] == "continental", "format")
    players = line["players"]
    demand(type(players) is int and 2 <= players <= 5, "players")
    demand(type(line["seed"]) is int and type(line["deal"]) is int, "seed and deal")
    demand(len(line["strategies"]) == players, "strategies")
    demand(line["dealer"] == players - 1, "dealer")
    if "order" in line:
        first = line["order"][0]
        demand(line["order"] == [(first + seat) % players for seat in range(players)], "order")
        demand(type(line["match"]) is int and line["match"] >= 0, "match")
    house = House(line["rules"])
    contracts = ["".join(sorted(text, reverse=True)) for text in house["contract.hands"]]
    demand(type(line["round"]) is int and 1 <= line["round"] <= len(contracts), "round")
    demand(line["contract"] == contracts[line["round"] - 1], "contract of the round")
    Deal(line, house).play()


class Deal:
    """One deal, event after event."""

    def __init__(self, line: dict, house: House) -> None:
        self.house, self.players, self.contract = house, line["players"], line["contract"]
        self.hands = [Counter(hand) for hand in line["hands"]]
        self.stock, self.pile, self.available = list(line["stock"]), [line["upcard"]], line["upcard"]
        self.events, self.place, self.result = line["events"], 0, line["result"]
        self.melds: dict[str, Meld] = {}
        self.down: dict[int, int] = {}
        self.contras = [0] * self.players
        self.turns = self.laid = 0
        least = sum(house["set.min"] if letter == "T" else house["run.min"] for letter in self.contract)
        demand(len(self.hands) == self.players, "hands")
        demand(all(hand.total() == least + house["deal.extra"] for hand in self.hands), "cards dealt")
        dealt = Counter(self.stock) + Counter(self.pile) + sum(self.hands, Counter())
        demand(dealt == Counter(house.pack()), "the pack")

    def play(self) -> None:
        while True:
            if self.place == len(self.events):
                self.ends_void()
                return
            demand(self.turns < self.house["play.max_turns"], "turns beyond the last")
            if self.turn():
                return

    def ends_void(self) -> None:
        full = self.turns == self.house["play.max_turns"]
        demand(full or not self.to_draw(), "the deal stops, and nothing stops it")
        self.check_result("void", None)

    def to_draw(self) -> int:
        return len(self.stock) + len(self.pile) - (self.available is not None)

    def peek(self) -> dict:
        demand(self.place < len(self.events), "events end within a turn")
        event = self.events[self.place]
        demand(type(event) is dict and "act" in event, "an event")
        return event

    def take(self, fields: str) -> dict:
        event = self.peek()
        self.place += 1
        demand(set(event) == {"act", *fields.split()}, f"fields of {event['act']}")
        return event

    def reshuffles(self, needed: int) -> None:
        """Read the reshuffle that must, or must not, come before so many cards are drawn."""
        if len(self.stock) >= needed:
            demand(self.peek()["act"] != "reshuffle", "a reshuffle too early")
            return
        demand(self.peek()["act"] == "reshuffle", "a reshuffle is missing")
        event = self.take("stock")
        kept = [self.available] if self.available is not None else []
        shuffled = self.pile[: len(self.pile) - len(kept)]
        left = len(self.stock)
        demand(event["stock"][:left] == self.stock, "the stock stays on top")
        demand(Counter(event["stock"][left:]) == Counter(shuffled), "cards reshuffled")
        self.stock, self.pile = list(event["stock"]), kept

    def turn(self) -> bool:
        seat = self.turns % self.players
        self.laid, before = 0, self.house["play.contra_timing"] == "before_draw"
        fresh = self.turns == 0
        taken = None
        if before and self.contra_comes():
            self.contra(seat, fresh=fresh)
            if self.place == len(self.events) and not self.to_draw():
                return self.void_within()
        drawn = self.draw(seat)
        if drawn["from"] == "discard":
            demand(not before or self.available is None, "taken")
            taken = drawn["card"]
        elif not before and self.place < len(self.events) and self.contra_comes():
            self.contra(seat, fresh=fresh)
        while self.peek()["act"] in ("down", "layoff", "swap", "move"):
            demand(self.peek().get("seat") == seat, "whose turn it is")
            {"down": self.lay, "layoff": self.layoff, "swap": self.swap, "move": self.move}[self.peek()["act"]](seat)
        return self.end(seat, taken)

    def void_within(self) -> bool:
        self.check_result("void", None)
        return True

    def contra_comes(self) -> bool:
        ahead = self.events[self.place : self.place + 2]
        return any(event.get("act") == "contra" for event in ahead[: 1 + (ahead[0].get("act") == "reshuffle")])

    def draw(self, seat: int) -> dict:
        if self.peek()["act"] == "draw" and self.peek().get("from") == "discard":
            event = self.take("seat from card")
            demand(self.available is not None and event["card"] == self.available, "the available card")
            self.pile.pop()
            self.available = None
        else:
            self.reshuffles(1)
            event = self.take("seat from card")
            demand(event["act"] == "draw" and event["from"] == "stock", "a turn begins with a draw")
            demand(self.stock and event["card"] == self.stock.pop(0), "the card drawn")
        demand(event["seat"] == seat, "whose turn it is")
        self.hands[seat][event["card"]] += 1
        self.turns += 1
        return event

    def contra(self, seat: int, *, fresh: bool) -> None:
        house = self.house
        demand(house["play.contra"] and self.available is not None, "contra")
        demand(not fresh or house["play.contra_first_card"], "contra of the upcard")
        penalty = house["play.contra_penalty"]
        demand(self.to_draw() >= penalty, "no penalty cards")
        self.reshuffles(penalty)
        event = self.take("seat card penalty declined")
        others = [(seat + step) % self.players for step in range(1, self.players)]
        if not fresh and not house["play.contra_discarder"]:
            others.pop()
        asked = [
            other
            for other in others
            if self.contras[other] < house["play.contra_limit"]
            and (house["play.contra_after_down"] or other not in self.down)
        ]
        taker = event["seat"]
        demand(taker in asked, "who may take de contra")
        demand(event["declined"] == asked[: asked.index(taker)], "who declined")
        demand(event["card"] == self.available, "the available card")
        demand(len(event["penalty"]) == penalty and event["penalty"] == self.stock[:penalty], "penalty cards")
        del self.stock[:penalty]
        self.pile.pop()
        self.available = None
        self.hands[taker].update([event["card"], *event["penalty"]])
        self.contras[taker] += 1

    def down_now(self, seat: int) -> bool:
        return self.down.get(seat) == self.turns

    def give(self, seat: int, card: str) -> None:
        demand(card in CARDS and self.hands[seat][card] > 0, f"{card} is not in hand")
        self.hands[seat][card] -= 1

    def end(self, seat: int, taken: str | None) -> bool:
        size = self.hands[seat].total()
        if self.peek()["act"] == "close":
            event = self.take("seat card")
            demand(event["seat"] == seat, "whose turn it is")
            demand(seat in self.down and size <= 1, "who may close")
            card = event["card"]
            demand((card is None) == (size == 0), "the last card")
            demand(card is not None or not self.house["play.close_needs_discard"], "the last card must be thrown")
            if card is not None:
                demand(self.hands[seat][card] == 1, "the last card")
            demand(self.place == len(self.events), "events after the close")
            self.check_result("close", seat)
            return True
        event = self.take("seat card")
        demand(event["act"] == "discard" and event["seat"] == seat, "a turn ends with a discard")
        demand(not (seat in self.down and size <= 1), "it has to close")
        held = +self.hands[seat]
        barred = {JOKER} if not self.house["play.joker_discard"] else set()
        if self.house["play.no_return_discard"] and taken is not None and held[taken] == 1:
            barred.add(taken)
        demand(event["card"] not in barred or set(held) <= barred, "a card that may not be thrown")
        self.give(seat, event["card"])
        self.pile.append(event["card"])
        self.available = event["card"]
        return False

    def meld(self, name: str) -> Meld:
        demand(name in self.melds, f"no meld {name}")
        return self.melds[name]

    def may_lay_off(self, seat: int) -> None:
        demand(seat in self.down, "lay-offs before going down")
        demand(self.house["play.layoff_same_turn"] or not self.down_now(seat), "lay-offs in the turn of going down")

    def from_hand(self, seat: int, card: str) -> None:
        self.laid += 1
        demand(self.laid <= self.house["play.layoff_limit"], "lay-offs of a turn")
        self.give(seat, card)
        demand(self.hands[seat].total() >= self.house["play.close_needs_discard"], "the last card must be thrown")

    def layoff(self, seat: int) -> None:
        self.may_lay_off(seat)
        meld = self.meld(self.peek().get("meld"))
        event = self.take("seat card meld" if meld.kind == "T" else "seat card meld end as")
        self.from_hand(seat, event["card"])
        if meld.kind == "T":
            meld.cards.append(event["card"])
        else:
            self.put(meld, event["card"], event)
        meld.check()

    def put(self, meld: Meld, card: str, event: dict) -> None:
        demand(event["as"] == meld.next_at(event["end"]), "what the new cell stands for")
        meld.put(card, event["end"])

    def joker_run(self, seat: int, name: str) -> Meld:
        self.may_lay_off(seat)
        meld = self.meld(name)
        demand(meld.kind == "E", "jokers of sets do not move")
        demand(self.house["play.joker_move_by"] == "any_down" or meld.owner == seat, "whose run it is")
        return meld

    def swap(self, seat: int) -> None:
        event = self.take("seat card meld cell to end as")
        meld, mode = self.joker_run(seat, event["meld"]), self.house["play.joker_swap"]
        demand(mode != "off", "no swaps")
        cell = event["cell"]
        demand(type(cell) is int and 0 <= cell < len(meld.cards) and meld.cards[cell] == JOKER, "the joker's cell")
        demand(meld.stands_for[cell] == event["card"], "the card that the joker stands for")
        self.from_hand(seat, event["card"])
        meld.cards[cell] = event["card"]
        if mode == "to_hand":
            demand(event["to"] is None and event["end"] is None and event["as"] is None, "the joker goes to the hand")
            self.hands[seat][JOKER] += 1
            return
        goal = self.meld(event["to"])
        demand(goal.kind == "E" and (mode == "any_run" or goal.owner == meld.owner), "where the joker goes")
        self.put(goal, JOKER, event)
        goal.check()
        meld.check()

    def move(self, seat: int) -> None:
        event = self.take("seat meld from_end to end as")
        demand(self.house["play.joker_move"], "no moves")
        meld, goal = self.joker_run(seat, event["meld"]), self.meld(event["to"])
        demand(goal.kind == "E" and goal.owner == meld.owner, "where the joker goes")
        demand(goal is not meld or event["end"] != event["from_end"], "the joker stays")
        demand(meld.take(event["from_end"]) == JOKER, "only a joker moves")
        self.put(goal, JOKER, event)
        meld.check()
        goal.check()

    def lay(self, seat: int) -> None:
        event = self.take("seat melds")
        house = self.house
        demand(seat not in self.down, "once down, no second time")
        kinds = "".join(meld["kind"] for meld in event["melds"])
        demand("ET" not in kinds and set(kinds) <= {"T", "E"}, "sets first")
        enough = all(kinds.count(letter) >= self.contract.count(letter) for letter in "TE")
        demand(enough and (kinds == self.contract or not house["contract.exact"]), "the melds of the contract")
        for number, row in enumerate(event["melds"]):
            demand(set(row) == ({"id", "kind", "cards"} | ({"as"} if row["kind"] == "E" else set())), "meld fields")
            demand(row["id"] == f"{seat}.{number}", "the id of a meld")
            meld = Meld(seat, row["kind"], row["cards"], row.get("as"), house)
            meld.check()
            kind = "set" if row["kind"] == "T" else "run"
            shortest = max(house[f"{kind}.min"], house[f"{kind}.min_naturals"])
            demand(house["contract.longer_melds"] or len(meld.cards) <= shortest, "longer than need be")
            for card in meld.cards:
                self.give(seat, card)
            self.melds[row["id"]] = meld
        demand(self.hands[seat].total() >= house["play.close_needs_discard"], "the last card must be thrown")
        self.down[seat] = self.turns

    def check_result(self, reason: str, winner: int | None) -> None:
        demand(set(self.result) == {"reason", "winner", "points", "turns"}, "fields of the result")
        points = [sum(self.house.value(card) for card in hand.elements()) for hand in self.hands]
        if winner is not None:
            points[winner] = self.house["play.close_same_turn" if self.down_now(winner) else "play.close_later"]
        demand(self.result["reason"] == reason and self.result["winner"] == winner, "reason and winner")
        demand(self.result["points"] == points and self.result["turns"] == self.turns, "points and turns")
