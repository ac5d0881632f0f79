"""What is told about each kind of game: which features, which outcomes value by value, and by what they are split."""

from collections.abc import Mapping
from typing import NamedTuple


class Book(NamedTuple):
    """The contents of a page of dealt hands.

    Attributes
    ----------
    about : str
        What the overview says above its table.
    features : mapping of str to str
        Features with their meanings.
    overview : tuple of str
        The features that stand in the overview.
    score : str
        Words for the score in a headline.
    by : str
        The outcome that splits the hands, and how it is called.
    by_words : str
    flags : mapping of str to str
        Outcomes of 0 and 1 that are told for each part, and their headings.
    one_by_one : mapping of str to str
        Outcomes told value by value, and their headlines.
    """

    about: str
    features: Mapping[str, str]
    overview: tuple[str, ...]
    score: str
    by: str
    by_words: str
    flags: Mapping[str, str]
    one_by_one: Mapping[str, str]


_PINACLE_SPECIALS = {
    "aces6w": "six aces, one or two of them wild cards",
    "aces6": "six natural aces",
    "aces7": "seven",
    "aces8": "all eight",
    "figures6w": "six equal figures, one or two of them wild cards",
    "figures6": "six natural figures of a rank",
    "figures7": "seven",
    "figures8": "all eight",
    "pinaculo": "all eight naturals of a rank and three wild cards",
}

#: By objective of the rules.
BOOKS = {
    "declare": Book(
        about="Each hand has 13 cards, arranged as well as possible; ± is half of a 95 % interval. "
        "Rows of one pack and seed hold the same cards, whatever the rules, so they differ by the rules alone.",
        features={
            "wilds >= 1": "at least one wild card",
            "natural_run >= 3": "three consecutive cards of a suit, no wild",
            "natural_run >= 4": "four of them",
            "natural_run >= 5": "five of them",
            "natural_set >= 3": "a set of three without a wild",
            "has_pure": "a pure sequence can be laid",
            "has_lives": "both lives can be laid",
            "points <= 10": "at most 10 points",
            "points == 0": "0 points",
            "can_declare": "can be declared as dealt",
        },
        overview=("wilds >= 1", "has_pure", "natural_set >= 3", "has_lives", "can_declare"),
        score="Points of the best arrangement",
        by="wilds",
        by_words="wild cards",
        flags={"has_lives": "both lives", "can_declare": "can be declared"},
        one_by_one={"points": "Points one by one"},
    ),
    "contract": Book(
        about="The seven contracts with the cards that are dealt for them, and with one more drawn; a hand that cannot "
        "go down costs all its points. ± is half of a 95 % interval.",
        features={
            "can_go_down": "the contract can be laid",
            "can_close": "and at most one card is left over",
            "distance <= 1": "at most one card is missing",
            "distance <= 2": "at most two cards are missing",
            "jokers >= 1": "at least one joker",
            "natural_run >= 3": "three consecutive cards of a suit, no joker",
            "natural_run >= 4": "four of them",
            "natural_set >= 3": "three cards of a rank",
        },
        overview=("can_go_down", "can_close", "distance <= 1", "distance <= 2"),
        score="Least points left in hand",
        by="jokers",
        by_words="jokers",
        flags={"can_go_down": "can go down"},
        one_by_one={"distance": "Cards missing to go down", "min_points_left": "Points left one by one"},
    ),
    "value": Book(
        about="Eleven cards, laid for the most points: what melds are worth, less what stays in hand. "
        "± is half of a 95 % interval.",
        features={
            "has_meld": "some meld can be laid",
            "value >= 1": "worth more than nothing",
            "value >= 100": "worth at least 100",
            "wilds >= 1": "at least one wild card",
            "natural_run >= 3": "three consecutive cards of a suit, no wild",
            "natural_set >= 3": "three cards of a rank, no wild",
            "most_in_suit >= 7": "seven cards of a suit, a signal",
            "ranks_in_suit >= 7": "seven different cards of a suit",
            **_PINACLE_SPECIALS,
        },
        overview=("has_meld", "value >= 1", "natural_run >= 3", "natural_set >= 3", "aces6w", "figures6w"),
        score="Value of the best melds",
        by="wilds",
        by_words="wild cards",
        flags={"has_meld": "some meld"},
        one_by_one={"value": "Value one by one"},
    ),
}
