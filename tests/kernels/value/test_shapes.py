"""Runs that are left out are two runs of the same cards; the others are not."""

import pytest

from meldlab.kernels.value.shapes import run_shapes
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.rules import load_ruleset

RULES = [
    {},
    {"meld.max_wilds": "none"},
    {"meld.max_wilds": "none", "meld.naturals_majority": False},
    {"run.min": 5},
    {"run.max": 4},
    {"run.min": 12},
    {"meld.min_naturals": 4},
    {"meld.max_wilds": 1},
]


def splits(text):
    """Yield every way to cut a run, written as N and w, in two."""
    return [(text[:at], text[at:]) for at in range(1, len(text))]


@pytest.mark.parametrize("overrides", RULES, ids=str)
def test_every_run_is_a_shape_or_two_runs(overrides):
    ruleset = load_ruleset("pinacle", set=overrides)
    run, meld = ruleset.run, ruleset.meld
    longest = 12 if run.max == "none" else run.max
    most = 12 if meld.max_wilds == "none" else meld.max_wilds

    def is_run(text):
        naturals, wilds = text.count("N"), text.count("w")
        fits = run.min <= len(text) <= longest and naturals >= meld.min_naturals and wilds <= most
        return fits and (wilds < naturals or not meld.naturals_majority)

    whole = set()
    for mask in range(1, 1 << 12, 2):
        middle = "".join("N" if mask >> place & 1 else "w" for place in range(mask.bit_length()))
        for ends in range(12 - len(middle) + 1):
            texts = ["w" * below + middle + "w" * (ends - below) for below in range(ends + 1)]
            if is_run(texts[0]) and not all(any(is_run(a) and is_run(b) for a, b in splits(text)) for text in texts):
                whole.add((mask, texts[0].count("w")))
    shapes = run_shapes(lower_value(ruleset))
    assert {(int(mask), int(wilds)) for mask, wilds, _, _ in shapes} == whole
    for mask, wilds, gap, high in shapes.tolist():
        assert (high, gap) == (mask.bit_length() - 1, mask.bit_length() - mask.bit_count())
        assert gap <= wilds
