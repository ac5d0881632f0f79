"""What may be asked about the hands of one ruleset: its features with bounds and sentences, its specials by name."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import ceil

from meldlab.kernels.cards.cards import JOKER
from meldlab.kernels.value.rules import COPIES, PLACES, ValueRules, wild_limit
from meldlab.sim.automata.solvable import unsolvable
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import FULL_RUNS, PINACULO_NAME
from meldlab.sim.games.value.specials import pinaculos, sets_with_line, without_larger
from meldlab.sim.query import sentences
from meldlab.sim.query.parse import parse
from meldlab.sim.query.query import And, Between, Feature, Query, any_of, at_least, comparisons
from meldlab.sim.query.vocabulary import ANY, RANK_LIST, RANK_LIST_OR_ANY, SUIT, Entry, Vocabulary
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_SUITS = 4
_PRINTED = 2  # jokers that come with a deck
_NO_BOUND = 10**6
WINDOW = "naturals_within"  # most different naturals of a suit among so many consecutive places
CONTRACT = "lays"  # a contract by its letters can be laid


def vocabulary_of(ruleset: Ruleset, *, decks: int, cards: int) -> Vocabulary:
    """Return the vocabulary of a ruleset for hands of `cards` cards out of `decks` decks."""
    whole = decks * (JOKER + ruleset.pack.printed_jokers)
    features = tuple(
        replace(entry, reach=max(entry.most, in_pack.most))
        for entry, in_pack in zip(
            _features(ruleset, decks, min(cards, whole)), _features(ruleset, decks, whole), strict=True
        )
    )
    # What a special means is no question of this hand's size: its numbers are held against no bounds.
    widest = Vocabulary(tuple(entry if entry.yes_or_no else replace(entry, reach=_NO_BOUND) for entry in features))
    vocabulary = Vocabulary(features)
    for name, text in ruleset.named.items():
        special = Entry(name, text, meaning=parse(text, widest), special=True)
        vocabulary, widest = vocabulary.with_entries(special), widest.with_entries(special)
    return Vocabulary(
        tuple(replace(entry, refused=_refused(entry, ruleset, decks=decks, cards=cards)) for entry in vocabulary.known)
    )


def _refused(entry: Entry, ruleset: Ruleset, *, decks: int, cards: int) -> str | None:
    """Return which hands an entry, or what it means, can be asked of, where these are none of them."""
    names = [entry.name] if entry.meaning is None else [part.feature.name for part in comparisons(entry.meaning)]
    for name in names:
        reason = unsolvable(name, ruleset, decks=decks, cards=cards)
        if reason is not None:
            return reason[1]
    return None


def _features(ruleset: Ruleset, decks: int, cards: int) -> list[Entry]:
    own_ranks = 12 if ruleset.pack.wild == "twos" else 13
    of_rank, jokers = _SUITS * decks, decks * ruleset.pack.printed_jokers
    wilds = jokers + (of_rank if ruleset.pack.wild != "none" else 0)
    rank_set = min(of_rank if not ruleset.set.distinct_suits else _SUITS, limit_or(ruleset.set.max, 99), cards)
    natural = sentences.counted_as_natural(ruleset)
    # A game may leave jokers and wild ranks out: its hands hold none then, and saying so is no slip.
    printed = max(jokers, decks * _PRINTED)
    entries = [
        Entry("jokers", "printed jokers", maximum=min(cards, jokers), reach=printed),
        Entry("wilds", sentences.wild_cards(ruleset), maximum=min(cards, wilds), reach=printed + of_rank),
        Entry("naturals", f"natural cards of these ranks together{natural}", maximum=cards, argument=RANK_LIST),
        Entry(
            "most_of",
            f"most natural cards of one of these ranks{natural}",
            maximum=min(cards, of_rank),
            argument=RANK_LIST_OR_ANY,
        ),
        Entry("cards", f"natural cards of a suit{natural}", maximum=min(cards, own_ranks * decks), argument=SUIT),
        Entry("most_in_suit", f"most natural cards of one suit{natural}", maximum=min(cards, own_ranks * decks)),
        Entry("ranks_in_suit", f"most different natural ranks of one suit{natural}", maximum=min(cards, own_ranks)),
        Entry("natural_run", sentences.natural_run(ruleset), maximum=min(cards, own_ranks)),
        Entry(
            "natural_set",
            sentences.natural_set(ruleset),
            maximum=rank_set if rank_set >= sentences.least_natural_set(ruleset) else 0,
        ),
        Entry(
            "identical_three", "three identical natural cards are held", maximum=int(min(decks, cards) >= 3), reach=1
        ),
    ]
    return entries + _OUTCOMES[ruleset.objective](ruleset, cards)


def _declare(ruleset: Ruleset, cards: int) -> list[Entry]:
    rest = sentences.after_best_discard(ruleset, cards=cards)
    most = min(cards * max(ruleset.points.by_rank), limit_or(ruleset.points.cap, 10**6))
    pure: list[Query] = [at_least(Feature("natural_run"), ruleset.run.min)]
    if ruleset.run.identical_three:
        pure.append(Between(Feature("identical_three"), 1, 1, flag=True))
    return [
        Entry("has_pure", sentences.has_pure(ruleset), meaning=any_of(pure)),
        Entry("has_lives", f"some arrangement{rest} holds the sequences that a declaration asks for"),
        Entry("points", f"least points of the hand{rest}, arranged as well as possible", maximum=most),
        Entry("can_declare", f"all cards{rest} can be grouped so that the hand can be declared"),
        Entry(
            "distance",
            "cards to exchange until the hand can be declared",
            maximum=ruleset.cards_dealt(),
            may_be_missing=True,
        ),
    ]


def _contract(ruleset: Ruleset, cards: int) -> list[Entry]:
    most = cards * max(*ruleset.points.by_rank, ruleset.points.joker)
    contracts = dict.fromkeys(ruleset.contract.hands)
    of_set = max(ruleset.set.min, ruleset.set.min_naturals)
    of_run = max(ruleset.run.min, ruleset.run.min_naturals)
    farthest = max(letters.count("T") * of_set + letters.count("E") * of_run for letters in contracts)
    return [
        Entry("can_go_down", "the contract can be laid"),
        Entry("can_close", "it can be laid and at most one card stays"),
        Entry("distance", "cards to draw until the contract can be laid", maximum=farthest, may_be_missing=True),
        Entry("min_points_left", "least points left after going down; all of a hand that cannot", maximum=most),
        Entry("min_cards_left", "least cards left after going down; all where it cannot", maximum=cards),
        *(
            Entry(
                name,
                f"the hand can lay {name}",
                meaning=Between(Feature(CONTRACT, name), 1, 1, flag=True),
                special=True,
            )
            for name in contracts
        ),
        Entry("trio_of_jokers", "three printed jokers are held", meaning=at_least(Feature("jokers"), 3), special=True),
    ]


def _deadwood(ruleset: Ruleset, cards: int) -> list[Entry]:
    rest = sentences.after_best_discard(ruleset, cards=cards)
    knock_at = ruleset.play.knock_at
    deadwood = Feature("deadwood")
    return [
        Entry("deadwood", f"least deadwood of the hand{rest}", maximum=cards * max(ruleset.points.by_rank)),
        Entry("gin", f"the hand{rest} has no deadwood", meaning=Between(deadwood, 0, 0), special=True),
        Entry(
            "can_knock", f"at most {knock_at} deadwood{rest}", meaning=Between(deadwood, None, knock_at), special=True
        ),
    ]


def _value(ruleset: Ruleset, cards: int) -> list[Entry]:
    rules = lower_value(ruleset)
    most = 100_000
    entries = [
        Entry("value", "most that melds are worth less the cards left", minimum=-most, maximum=most),
        Entry("has_meld", "the hand holds a legal meld", meaning=any_of(tuple(_melds(rules)))),
    ]
    pinaculo = any_of([_set("any", n, w) for n, w in without_larger(pinaculos(rules))])
    entries.append(
        Entry(
            PINACULO_NAME,
            "all eight naturals of a rank and the wild cards of a pinaculo",
            meaning=pinaculo,
            special=True,
        )
    )
    for (name, meld), line in zip(ruleset.special.melds.items(), rules.lines, strict=True):
        shapes = without_larger(sets_with_line(line, rules))
        sentence = sentences.special_set(meld.ranks, shapes, worth=meld.value)
        entries.append(Entry(name, sentence, meaning=any_of([_set(meld.ranks, n, w) for n, w in shapes]), special=True))
    entries += [Entry(name, f"the cards of a full run, class {name}", special=True) for name in FULL_RUNS]
    return entries


def _set(ranks: str, naturals: int, wilds: int) -> Query:
    held = at_least(Feature("most_of", ranks), naturals)
    return And((held, at_least(Feature("wilds"), wilds))) if wilds else held


def _melds(rules: ValueRules) -> Iterator[Query]:
    """Yield the least melds: some hand that holds any meld holds one of these."""
    sets = [
        (n, w)
        for n in range(1, COPIES + 1)
        for w in range(min(wild_limit(rules, n), rules.set_max - n) + 1)
        if n + w >= rules.set_min
    ]
    yield from (_set(ANY, n, w) for n, w in without_larger(sets))
    runs = [
        (length, length - w, w)
        for length in range(rules.run_min, min(rules.run_max, PLACES) + 1)
        for w in range(length)
        if w <= wild_limit(rules, length - w)
    ]
    for length, n, w in runs:
        if any(other < length and wilds <= w and _surely_within(length, n, other) >= m for other, m, wilds in runs):
            continue
        held = at_least(Feature(WINDOW, str(length)), n)
        yield And((held, at_least(Feature("wilds"), w))) if w else held


def _surely_within(length: int, naturals: int, width: int) -> int:
    """Return how many of `naturals` places out of `length` some window of `width` holds, however they lie."""
    if naturals == length:
        return width
    if length > 2 * width:  # parts of `width` places share them out
        return ceil(naturals / ceil(length / width))
    return min(
        max(sum(place in places for place in range(start, start + width)) for start in range(length - width + 1))
        for places in map(set, combinations(range(length), naturals))
    )


_OUTCOMES = {"declare": _declare, "contract": _contract, "value": _value, "deadwood": _deadwood}
