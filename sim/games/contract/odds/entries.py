"""What may be asked of the hands of contract games."""

from meldlab.sim.query.feature_names import CONTRACT
from meldlab.sim.query.query import Between, Feature, at_least
from meldlab.sim.query.vocabulary import Entry
from meldlab.sim.rules import Ruleset


def entries(ruleset: Ruleset, cards: int) -> list[Entry]:
    """Return the outcomes of a contract, its kinds by their letters, and the trio of jokers."""
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
