"""Random questions about hands of shrunken packs, each as text and as a nested tuple for the brute force."""

from dataclasses import dataclass, field
from functools import partial

from odds_brute import Cut, Definitions, cuts, is_true

from meldlab.sim.automata.deal import Deal
from meldlab.sim.common.errors import RulesError
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.vocabulary import Vocabulary

JOKER = 52
NAMES = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"] + ["JK"]
SOLVED = (
    "points",
    "can_declare",
    "has_lives",
    "min_points_left",
    "min_cards_left",
    "value",
    "deadwood",
    "gin",
    "can_knock",
)
SLOW = ("has_meld", "can_go_down", "can_close", "distance")


@dataclass
class Asked:
    """A question on a shrunken pack: the deal, the text, the same for the brute force."""

    deal: Deal
    vocabulary: Vocabulary
    text: str
    question: tuple
    known: list[int]
    unseen: list[int]
    cut: Cut
    told: dict = field(default_factory=dict)

    @property
    def wanted(self):
        """What the brute force has to know."""
        return {"known": self.known, "unseen": self.unseen, "draws": self.deal.draws, "cut": self.cut}


def random_asked(rng, *, most_hands=3_000):
    """Return a random question; packs of few cards, so that at most `most_hands` kinds of hands may come."""
    while True:
        try:
            game, rules, more = rng.choice(GAMES)(rng)
            decks = more.pop("decks")
            known, unseen, draws, cut = _pack(rng, rules.pop("jokers"), decks, cut=rules.get("pack.wild") == "cut")
            if _kinds_of_hands(unseen, draws) > most_hands // (8 if cut == Cut() and rules.get("pack.wild") else 1):
                continue
            whole = [decks] * 52 + [decks * rules["pack.printed_jokers"]]
            dead = [NAMES[kind] for kind in range(53) for _ in range(whole[kind] - known[kind] - unseen[kind])]
            wild = None if cut == Cut() else NAMES[cut.card] if cut.card is not None else NAMES[cut.rank][0]
            deal = Deal.of(
                Setting.of(
                    game,
                    set=rules,
                    decks=decks,
                    dead=dead,
                    known=[NAMES[kind] for kind in range(53) for _ in range(known[kind])],
                    wild=wild,
                    **(more | ({"draws": draws} if rng.random() < 0.5 else {"cards": draws + sum(known)})),
                )
            )
        except RulesError:
            continue  # these rules do not go together
        vocabulary = vocabulary_of(deal.ruleset, decks=decks, cards=deal.cards)
        sample = _Sample(rng, deal, vocabulary, known, unseen, cut)
        text, question = sample.question(depth=rng.choice((0, 1, 1, 2, 2, 3)))
        if sample.slow and (deal.cards > 9 or _kinds_of_hands(unseen, draws) > 300):
            continue
        if not sample.slow and sample.looks_trivial(question) and rng.random() < 0.9:
            continue
        return Asked(
            deal, vocabulary, text, question, known, unseen, cut, {"game": game, "decks": decks, "rules": rules}
        )


def _kinds_of_hands(unseen, draws):
    ways = [1] + [0] * draws
    for copies in unseen:
        ways = [sum(ways[total - held] for held in range(min(copies, total) + 1)) for total in range(draws + 1)]
    return ways[draws]


def _pack(rng, jokers, decks, *, cut):
    """Return copies known, copies unseen, cards to draw and what is known of the cut."""
    shape = rng.choice(("suit", "ranks", "block", "ring", "rank", "mixed"))
    unseen = [0] * 53
    if shape == "suit":  # a whole suit and some more
        kinds = [13 * rng.randrange(4) + rank for rank in range(13)]
    elif shape == "ranks":
        ranks = rng.sample(range(13), rng.choice((2, 3)))
        kinds = [13 * suit + rank for suit in range(4) for rank in ranks]
    elif shape == "rank":
        rank = rng.choice((0, 4, 12))
        kinds = [13 * suit + rank for suit in range(4)]
    elif shape == "block":
        first, suits = rng.randrange(13), rng.sample(range(4), 2)
        kinds = [13 * suit + (first + step) % 13 for suit in suits for step in range(rng.choice((4, 5, 6)))]
    elif shape == "ring":
        suit = 13 * rng.randrange(4)
        kinds = [suit + rank for rank in (9, 10, 11, 12, 0, 1, 2, 3)] + [rng.randrange(52) for _ in range(2)]
    else:
        kinds = rng.sample(range(52), rng.randrange(4, 12))
    for kind in kinds:
        unseen[kind] = rng.randrange(1, decks + 1) if shape != "suit" or rng.random() < 0.2 else 1
        if shape == "rank":
            unseen[kind] = decks
    if jokers and rng.random() < 0.8:
        unseen[JOKER] = rng.randrange(1, jokers + 1)
    twos = [13 * suit + 1 for suit in range(4)]
    for kind in twos:
        if not cut and rng.random() < 0.2:
            unseen[kind] = rng.randrange(1, decks + 1)
    known = [0] * 53
    for kind in rng.sample(range(53), 53):
        if unseen[kind] and rng.random() < (0.5 if shape == "suit" else 0.15):
            known[kind] = rng.randrange(1, unseen[kind] + 1)
            unseen[kind] -= known[kind]
    left = sum(unseen)
    if left < 2:
        raise RulesError("too few cards")
    draws = rng.randrange(1, min(left - 1, 40 - sum(known), rng.choice((4, 7, 10, 14)) if shape != "rank" else 12) + 1)
    told = Cut()
    if cut:
        there = [kind for kind in range(52) if unseen[kind]]
        if not there:
            raise RulesError("no card can be cut")
        card, way = rng.choice(there), rng.random()
        told = Cut(card=card) if way < 0.3 else Cut(rank=card % 13) if way < 0.6 else Cut()
    return known, unseen, draws, told


def _indian(rng):
    decks, jokers = rng.choice((1, 2, 3)), rng.choice((0, 1, 2, 3))
    rules = {
        "pack.printed_jokers": jokers,
        "pack.wild": rng.choice(("cut", "cut", "none")),
        "pack.cut_joker": rng.choice(("aces", "redraw")),
        "pack.cut_card_in_play": rng.random() < 0.3,
        "run.ace": rng.choice(("low", "high", "either", "circular")),
        "run.min": rng.choice((3, 3, 4, 5)),
        "run.identical_three": rng.random() < 0.6,
        "set.min": rng.choice((3, 3, 3, 4, 5)),
        "set.max": rng.choice((3, 4, 6, "none")),
        "set.min_naturals": rng.choice((1, 2, 3, 4)),
        "set.distinct_suits": rng.random() < 0.3,
        "jokers": decks * jokers,
    }
    return rng.choice(("indian-rummy", "indian-rummy-points")), rules, {"decks": decks}


def _continental(rng):
    decks, jokers = rng.choice((1, 2, 2, 3, 4)), rng.choice((0, 1, 3))
    rules = {
        "pack.printed_jokers": jokers,
        "run.ace": rng.choice(("low", "high", "either", "circular")),
        "set.min": rng.choice((3, 3, 3, 4)),
        "jokers": decks * jokers,
    }
    if rng.random() < 0.3:
        rules |= {"set.all_wild": False} if rng.random() < 0.5 else {"set.max_wilds": rng.choice((0, 1, 2))}
    contract = rng.choice(("T", "TT", "TT", "TTT"))
    return "continental", rules, {"decks": decks, "contract": contract}


def _pinacle(rng):
    jokers = rng.choice((0, 1, 2, 3))
    rules = {
        "pack.printed_jokers": jokers,
        "run.min": rng.choice((3, 3, 4, 5, 6, 12)),
        "run.max": rng.choice((5, 11, "none", "none")),
        "set.min": rng.choice((3, 3, 4, 6, 8)),
        "set.max": rng.choice((4, 8, "none", "none")),
        "meld.max_wilds": rng.choice((0, 1, 2, 3, 5, "none")),
        "meld.naturals_majority": rng.random() < 0.5,
        "meld.min_naturals": rng.choice((2, 2, 3, 4)),
        "special.six_with_wild": rng.choice(("total", "naturals")),
        "jokers": 2 * jokers,
    }
    return "pinacle", rules, {"decks": 2}


def _gin(rng):
    rules = {"pack.printed_jokers": 0, "set.max": rng.choice((3, 4)), "run.min": rng.choice((3, 4)), "jokers": 0}
    return "gin", rules, {"decks": 1}


GAMES = (_indian, _indian, _continental, _pinacle, _pinacle, _gin)


class _Sample:
    """Questions whose numbers lie near those of some hand that may come, so that few are sure or impossible."""

    def __init__(self, rng, deal, vocabulary, known, unseen, cut):
        self.rng, self.ruleset, self.slow = rng, deal.ruleset, False
        solved = SOLVED if deal.ruleset.objective == "contract" else (*SOLVED, "distance")
        self.entries = [entry for entry in vocabulary.entries.values() if entry.name not in solved]
        self.hands = []
        for _ in range(12):
            _, wild_rank, left = rng.choice(list(cuts(deal.ruleset, unseen, cut)))
            cards = [kind for kind in range(53) for _ in range(left[kind])]
            hand = list(known)
            for kind in rng.sample(cards, deal.draws):
                hand[kind] += 1
            self.hands.append((tuple(hand), wild_rank))
        self.definitions = Definitions(
            deal.ruleset, pack=[held + more for held, more in zip(known, unseen, strict=True)]
        )

    def looks_trivial(self, question):
        """Whether all the sampled hands agree."""
        said = {is_true(question, partial(self.definitions.feature, hand, wild_rank)) for hand, wild_rank in self.hands}
        return len(said) == 1

    def question(self, *, depth):
        """Return a question as text and as a nested tuple."""
        if depth == 0:
            return self.comparison()
        kind = self.rng.choice(("and", "or", "not"))
        if kind == "not":
            text, part = self.question(depth=depth - 1)
            return f"not ({text})", ("not", part)
        parts = [self.question(depth=self.rng.randrange(depth)) for _ in range(self.rng.choice((2, 2, 3)))]
        return f" {kind} ".join(f"({text})" for text, _ in parts), (kind, *(part for _, part in parts))

    def comparison(self):
        rng, ruleset = self.rng, self.ruleset
        special = [
            each for each in self.entries if each.meaning is not None or each.name in SLOW or "full" in each.name
        ]
        entry = rng.choice(special if special and rng.random() < 0.4 else self.entries)
        name, argument = entry.name, ""
        if "E" in name and ruleset.objective == "contract":
            return self.comparison()
        self.slow |= ruleset.objective == "contract" and (name in SLOW or entry.meaning is not None)
        if name in ruleset.named:
            if name not in ("pure_sequence", "trio"):
                return self.comparison()
            low, name = (1, "has_pure") if name == "pure_sequence" else (3, "natural_set")
            return entry.name, ("between", low, name, "", 999)
        if entry.argument is not None:
            if name == "cards":
                argument = rng.choice("SHDC")
            elif name == "most_of" and rng.random() < 0.4:
                argument = "any"
            else:
                argument = "".join(rng.sample("A23456789TJQK", rng.choice((1, 1, 2, 3, 13))))
        written = f"{name}({argument})" if argument else name
        if entry.meaning is not None or (entry.yes_or_no and rng.random() < 0.7):
            return written, ("between", 1, name, argument, 1)
        near = rng.randrange(4)
        if not self.slow:
            hand, wild_rank = rng.choice(self.hands)
            near = self.definitions.feature(hand, wild_rank, name, argument) + rng.choice((-1, 0, 0, 1))
        number = min(entry.maximum, max(0, near))
        if rng.random() < 0.2 and number < entry.maximum:
            other = rng.randrange(number, min(number + 3, entry.maximum) + 1)
            return f"{number} <= {written} <= {other}", ("between", number, name, argument, other)
        sign = rng.choice((">=", ">=", "<=", "==", "!=", ">", "<"))
        if (sign == ">" and number == entry.maximum) or (sign == "<" and number == 0):
            sign = "=="
        low = {">=": number, "==": number, "!=": number, ">": number + 1}.get(sign, -(10**6))
        high = {"<=": number, "==": number, "!=": number, "<": number - 1}.get(sign, 10**6)
        part = ("between", low, name, argument, high)
        return f"{written} {sign} {number}", ("not", part) if sign == "!=" else part


def random_runs(rng):
    """Return a deal of a contract of runs only, and what the brute force has to know; no cut, nothing else asked."""
    while True:
        decks, jokers = rng.choice((1, 2, 3)), rng.choice((0, 1, 2))
        rules = {
            "pack.printed_jokers": jokers,
            "run.min": rng.choice((3, 3, 4, 5)),
            "run.max": rng.choice((5, 13, "none")),
            "run.ace": rng.choice(("low", "high", "either", "circular")),
            "run.max_wilds": rng.choice((0, 1, 2, "none")),
            "run.min_naturals": rng.choice((0, 0, 1, 2, 3, 4)),
            "run.adjacent_wilds": rng.random() < 0.5,
        }
        try:
            known, unseen, draws, _ = _pack(rng, jokers * decks, decks, cut=False)
            if not 3 <= sum(known) + draws <= 8 or _kinds_of_hands(unseen, draws) > 200:
                continue
            whole = [decks] * 52 + [decks * jokers]
            deal = Deal.of(
                Setting.of(
                    "continental",
                    set=rules,
                    decks=decks,
                    contract=rng.choice(("E", "E", "EE")),
                    dead=[NAMES[kind] for kind in range(53) for _ in range(whole[kind] - known[kind] - unseen[kind])],
                    known=[NAMES[kind] for kind in range(53) for _ in range(known[kind])],
                    draws=draws,
                )
            )
        except RulesError:
            continue  # these rules do not go together
        wanted = {"known": known, "unseen": unseen, "draws": draws, "cut": Cut()}
        sample = _Sample(rng, deal, vocabulary_of(deal.ruleset, decks=decks, cards=deal.cards), known, unseen, Cut())
        if not sample.looks_trivial(("between", 1, "can_go_down", "", 1)) or rng.random() < 0.02:
            return deal, wanted
