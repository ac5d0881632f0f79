"""What may be asked about the hands of one ruleset: its features with bounds and sentences, its specials by name."""

from dataclasses import replace

from meldlab.kernels.cards.cards import JOKER
from meldlab.sim.games.registry import family_of
from meldlab.sim.query import sentences
from meldlab.sim.query.parse import parse
from meldlab.sim.query.query import features_of
from meldlab.sim.query.vocabulary import RANK_LIST, RANK_LIST_OR_ANY, SUIT, Entry, Vocabulary
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_SUITS = 4
_PRINTED = 2  # jokers that come with a deck
_NO_BOUND = 10**6


def vocabulary_of(ruleset: Ruleset, *, decks: int, cards: int) -> Vocabulary:
    """Return the vocabulary of a ruleset for hands of `cards` cards out of `decks` decks."""
    whole = decks * (JOKER + ruleset.pack.printed_jokers)
    in_hand, in_pack = (_features(ruleset, decks, size) for size in (min(cards, whole), whole))
    pairs = zip(in_hand, in_pack, strict=True)
    features = tuple(replace(entry, reach=max(entry.most, widest.most)) for entry, widest in pairs)
    # What a special means is no question of this hand's size: its numbers are held against no bounds.
    boundless = Vocabulary(tuple(entry if entry.yes_or_no else replace(entry, reach=_NO_BOUND) for entry in features))
    vocabulary = Vocabulary(features)
    for name, text in ruleset.named.items():
        special = Entry(name, text, meaning=parse(text, boundless), special=True)
        vocabulary, boundless = vocabulary.with_entries(special), boundless.with_entries(special)
    return Vocabulary(
        tuple(replace(entry, refused=_refused(entry, ruleset, decks=decks, cards=cards)) for entry in vocabulary.known)
    )


def _refused(entry: Entry, ruleset: Ruleset, *, decks: int, cards: int) -> str | None:
    """Return which hands an entry, or what it means, can be asked of, where these are none of them."""
    names = [entry.name] if entry.meaning is None else [feature.name for feature in features_of(entry.meaning)]
    odds = family_of(ruleset).odds
    refusals = (odds.unsolvable(name, ruleset, decks=decks, cards=cards) for name in names)
    return next((refusal.allowed for refusal in refusals if refusal is not None), None)


def _features(ruleset: Ruleset, decks: int, cards: int) -> list[Entry]:
    own_ranks = 12 if ruleset.pack.wild == "twos" else 13
    of_rank, jokers = _SUITS * decks, decks * ruleset.pack.printed_jokers
    wilds = jokers + (of_rank if ruleset.pack.wild != "none" else 0)
    rank_set = min(of_rank if not ruleset.set.distinct_suits else _SUITS, limit_or(ruleset.set.max, 99), cards)
    natural = sentences.counted_as_natural(ruleset)
    # A game may leave jokers and wild ranks out: its hands hold none then, and saying so is no slip.
    printed = max(jokers, decks * _PRINTED)
    naturals, three = min(cards, own_ranks * decks), int(min(decks, cards) >= 3)
    largest_set = rank_set if rank_set >= sentences.least_natural_set(ruleset) else 0
    of_ranks = f"most natural cards of one of these ranks{natural}"
    entries = [
        Entry("jokers", "printed jokers", maximum=min(cards, jokers), reach=printed),
        Entry("wilds", sentences.wild_cards(ruleset), maximum=min(cards, wilds), reach=printed + of_rank),
        Entry("naturals", f"natural cards of these ranks together{natural}", maximum=cards, argument=RANK_LIST),
        Entry("most_of", of_ranks, maximum=min(cards, of_rank), argument=RANK_LIST_OR_ANY),
        Entry("cards", f"natural cards of a suit{natural}", maximum=naturals, argument=SUIT),
        Entry("most_in_suit", f"most natural cards of one suit{natural}", maximum=naturals),
        Entry("ranks_in_suit", f"most different natural ranks of one suit{natural}", maximum=min(cards, own_ranks)),
        Entry("natural_run", sentences.natural_run(ruleset), maximum=min(cards, own_ranks)),
        Entry("natural_set", sentences.natural_set(ruleset), maximum=largest_set),
        Entry("identical_three", "three identical natural cards are held", maximum=three, reach=1),
    ]
    return entries + family_of(ruleset).odds.entries(ruleset, cards)
