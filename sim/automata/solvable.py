"""Which hands a solver can be asked about: sizes and packs beyond its reach are told before anything is solved."""

from meldlab.kernels.declare.search.state import MAX_CARDS
from meldlab.sim.rules import Ruleset

_ARRANGED = ("points", "can_declare", "has_lives")
_VALUE_DECKS = 2  # copies of one natural card, in the search of Pinacle hands
_VALUE_CARDS = 30  # larger hands take the search too long


def has_card_too_many(ruleset: Ruleset, *, cards: int) -> bool:
    """Return whether such a hand is told by its best discard, as `analyze` does: one card more than is dealt."""
    return ruleset.objective in ("declare", "deadwood") and cards == ruleset.cards_dealt() + 1


def unsolvable(name: str, ruleset: Ruleset, *, decks: int, cards: int) -> tuple[str, str] | None:
    """Return why a feature has no answer for hands of `cards` cards out of `decks` decks, and which hands have one.

    None where there is no such reason.
    """
    if ruleset.objective == "declare" and name == "distance" and cards != ruleset.cards_dealt():
        return f"{cards} cards have no distance", f"hands of {ruleset.cards_dealt()} cards"
    if ruleset.objective == "declare" and name in _ARRANGED and cards > MAX_CARDS:
        return f"hands of {cards} cards are too large to be arranged", f"hands of up to {MAX_CARDS} cards"
    if ruleset.objective == "deadwood" and name == "deadwood" and decks != 1:
        return f"deadwood of hands of {decks} decks is not known", "hands of 1 deck"
    if ruleset.objective == "value" and name == "value" and decks > _VALUE_DECKS:
        return f"value of hands of {decks} decks is not known", f"hands of up to {_VALUE_DECKS} decks"
    if ruleset.objective == "value" and name == "value" and cards > _VALUE_CARDS:
        return f"hands of {cards} cards are too large to be valued", f"hands of up to {_VALUE_CARDS} cards"
    return None
