"""What `simulate` counts, against exact probabilities of every pack (tests/cases/exact.json; Indian rules, section 8).

Seeds are fixed, so a run that passes once passes always.  At full size (``pytest -m full tests/statistical``) each
pack is dealt 20,000,000 times.
"""

import json
from fractions import Fraction
from math import comb, sqrt

import pytest
from places import CASES

from meldlab.sim.simulate.simulate import simulate
from meldlab.sim.simulate.simulation import Simulation

EXACT = json.loads((CASES / "exact.json").read_text(encoding="utf-8"))["indian-rummy"]
PACKS = {(case["decks"], case["printed_per_deck"]): case for case in EXACT}
FOUR_ERRORS = 4
HAND = 13
CI_DEALS, FULL_DEALS = 2_000_000, 20_000_000
SEED = 1

# The feature of the seed ruleset for each exact probability.
FEATURES = {
    "p_pure": "natural_run >= 3",
    "p_pure_or_three_identical": "has_pure",
    "p_natural_trio_seed": "natural_set >= 3",
}
MOST_JOKERS = 3
VARIANTS = pytest.mark.parametrize("variant", ["full_pack", "after_wild_cut"])
EVERY_PACK = pytest.mark.parametrize(("decks", "printed"), PACKS)


def overrides(variant: str, printed: int) -> dict[str, object]:
    return {"pack.printed_jokers": printed, **({"pack.wild": "none"} if variant == "full_pack" else {})}


def chance_of_jokers(number: int, *, decks: int, printed: int, variant: str) -> Fraction:
    """Return the hypergeometric chance; the cut card is a natural one."""
    jokers = decks * printed
    naturals = decks * 52 - (variant == "after_wild_cut")
    return Fraction(comb(jokers, number) * comb(naturals, HAND - number), comb(jokers + naturals, HAND))


def assert_within_four_errors(result: Simulation, expected: dict[str, Fraction]) -> None:
    shares = {row["feature"]: row for row in result.table().iter_rows(named=True)}
    for text, exact in expected.items():
        chance, deals = float(exact), shares[text]["deals"]
        error = sqrt(chance * (1 - chance) / deals)
        z = (shares[text]["hits"] / deals - chance) / error if error else float(shares[text]["hits"])
        assert abs(z) <= FOUR_ERRORS, (text, shares[text]["hits"], deals, chance, z)


def check_pack(variant: str, decks: int, printed: int, deals: int) -> None:
    case = PACKS[decks, printed][variant]
    expected = {feature: Fraction(case[name]) for name, feature in FEATURES.items()}
    expected |= {
        f"jokers == {number}": chance_of_jokers(number, decks=decks, printed=printed, variant=variant)
        for number in range(min(MOST_JOKERS, decks * printed) + 1)
    }
    result = simulate(
        "indian-rummy", set=overrides(variant, printed), decks=decks, deals=deals, seed=SEED, features=list(expected)
    )
    assert result.deals == deals
    assert_within_four_errors(result, expected)


@EVERY_PACK
@VARIANTS
def test_every_pack_is_within_four_standard_errors_of_exact(variant: str, decks: int, printed: int) -> None:
    check_pack(variant, decks, printed, CI_DEALS)


@pytest.mark.full
@EVERY_PACK
@VARIANTS
def test_every_pack_is_within_four_standard_errors_of_exact_on_many_deals(
    variant: str, decks: int, printed: int
) -> None:
    check_pack(variant, decks, printed, FULL_DEALS)


@EVERY_PACK
def test_sets_of_distinct_suits_are_within_four_standard_errors_of_exact(decks: int, printed: int) -> None:
    exact = Fraction(PACKS[decks, printed]["after_wild_cut"]["p_natural_set_distinct_suits"])
    result = simulate(
        "indian-rummy-points",
        set={"pack.printed_jokers": printed, "pack.cut_joker": "redraw"},
        decks=decks,
        deals=CI_DEALS,
        seed=SEED,
        features=["natural_set >= 3"],
    )
    assert_within_four_errors(result, {"natural_set >= 3": exact})


def test_four_players_deal_from_two_decks() -> None:
    by_players = simulate("indian-rummy", players=4, deals=1000, seed=SEED)
    by_decks = simulate("indian-rummy", decks=2, deals=1000, seed=SEED)
    assert by_players.tally.digest() == by_decks.tally.digest()


@pytest.mark.full
def test_twenty_million_deals_for_four_players() -> None:
    # meldlab simulate -g indian-rummy --players 4 -n 20_000_000 --seed 1
    case = PACKS[2, 2]["after_wild_cut"]
    expected = {FEATURES[name]: Fraction(case[name]) for name in ("p_pure", "p_natural_trio_seed")}
    result = simulate("indian-rummy", players=4, deals=FULL_DEALS, seed=1, features=list(expected))
    assert_within_four_errors(result, expected)


@pytest.mark.full
def test_tallies_are_equal_for_any_engine_and_number_of_workers_in_whole_chunks() -> None:
    runs = [{"engine": "serial"}, {"engine": "threads", "workers": 1}, {"engine": "threads", "workers": 2}]
    digests = {simulate("indian-rummy", players=4, deals=3_000_000, seed=1, **run).tally.digest() for run in runs}
    assert len(digests) == 1
