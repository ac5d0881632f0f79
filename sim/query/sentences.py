"""What a feature or special says of a hand, in words: computed from the rules, so that a list of them is true."""

from collections.abc import Sequence

from meldlab.sim.rules import Ruleset

_PLURALS = {
    "A": "aces",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "T": "tens",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
}
_ACES = {
    "low": "the ace stands before the two",
    "high": "the ace stands after the king",
    "either": "the ace stands before the two or after the king",
    "circular": "runs go around the corner, K A 2",
}


def wild_cards(ruleset: Ruleset) -> str:
    """Return what the wild cards of a game are."""
    ranks = {"twos": " and twos", "cut": " and cards of the wild rank", "none": ""}[ruleset.pack.wild]
    if not ruleset.pack.printed_jokers:
        return f"wild cards: {ranks.removeprefix(' and ')}" if ranks else "wild cards: there are none"
    return f"wild cards: printed jokers{ranks}"


def counted_as_natural(ruleset: Ruleset) -> str:
    """Return how cards that can be wild are counted among natural ones, to be added to a sentence."""
    if ruleset.pack.wild == "cut":
        return "; a wild-rank card counts as itself"
    return "; twos are wild, never natural" if ruleset.pack.wild == "twos" else ""


def natural_run(ruleset: Ruleset) -> str:
    """Return what the longest natural run counts."""
    own = {"cut": "; a wild-rank card in its own place is natural", "twos": "; twos never are natural", "none": ""}
    around = _ACES[ruleset.run.ace]
    return f"most consecutive ranks of one suit held without a wild: {around}{own[ruleset.pack.wild]}"


def natural_set(ruleset: Ruleset) -> str:
    """Return what the largest natural set counts."""
    suits = " of different suits" if ruleset.set.distinct_suits else ""
    own = {"cut": "; wild-rank cards count under their rank", "twos": "; twos never count", "none": ""}
    sentence = f"cards of the largest set{suits} without a wild, 0 where there are not {least_natural_set(ruleset)}"
    return sentence + own[ruleset.pack.wild]


def least_natural_set(ruleset: Ruleset) -> int:
    """Return the fewest natural cards of a set without a wild."""
    return max(ruleset.set.min, ruleset.set.min_naturals, ruleset.meld.min_naturals)


def has_pure(ruleset: Ruleset) -> str:
    """Return what a pure sequence is."""
    same = ", or three identical cards" if ruleset.run.identical_three else ""
    return f"some arrangement holds a pure sequence: {ruleset.run.min} consecutive natural cards of a suit{same}"


def special_set(ranks: str, shapes: Sequence[tuple[int, int]], *, worth: int) -> str:
    """Return which cards a special set needs at the least, as (naturals, wild cards), and what it is worth."""
    of_rank = f"{_PLURALS[ranks]}" if len(ranks) == 1 else f"natural cards of one rank of {ranks}"
    needs = []
    for naturals, wilds in shapes:
        beside = f" and {'a wild card' if wilds == 1 else f'{wilds} wild cards'}" if wilds else ""
        needs.append(f"{naturals} {of_rank}{beside}")
    return f"{' or '.join(needs)}: worth {worth}" if needs else "cannot be made by these rules"


def after_best_discard(ruleset: Ruleset, *, cards: int) -> str:
    """Return what to add to a sentence about hands that are told by their best discard; nothing for whole hands."""
    return " after the best discard" if cards == ruleset.cards_dealt() + 1 else ""
