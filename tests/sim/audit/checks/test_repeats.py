"""A repetition is told by its lines, whatever the length of the log; one run that stands twice in a log by its seed."""

import json

import audit_logs as logs
import numpy as np
import pytest

from meldlab import audit
from meldlab.sim.audit.statistics.sketch import Sketch, Twice, mixed


def lines_of(deals, seed=1):
    text = logs.deal_log_text("gin", logs.fair_packs("gin", deals, np.random.default_rng(seed)))
    return [json.loads(line) | {"seed": seed} for line in text.splitlines()]


def test_the_first_repetition_of_hands_deals_and_stretches_is_told_by_both_lines(tmp_path):
    lines = lines_of(100)
    lines[60] |= {"hands": lines[7]["hands"][::-1]}
    lines[80], lines[90] = (lines[number] | {"seed": 2} for number in (30, 11))
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answer = audit(path)
    assert answer["repeated hands"].found.endswith("first in line 8 at seat 1 and in line 61 at seat 0")
    assert answer["repeated deals"].found.endswith("first in lines 31 and 81")
    assert answer["repeated stretches"].found.endswith("first in lines 31 and 81")  # 12 cards: more than a hand
    assert not any("equal seed" in remark for remark in answer.remarks)


def test_rows_of_hands_are_told_by_the_first_row_of_their_deal(tmp_path):
    packs = logs.fair_packs("pinacle", 40, np.random.default_rng(1))
    packs[30] = packs[9]
    path = tmp_path / "hands.csv"
    path.write_text(logs.csv_text("pinacle", packs))
    answer = audit(path, "pinacle")
    assert answer["repeated deals"].found.endswith("first in lines 38 and 122")  # four rows a deal below the header
    assert answer["repeated hands"].found.endswith("first in line 38 at seat 0 and in line 122 at seat 0")


@pytest.mark.parametrize("rotations", [1, 2])
def test_a_run_that_stands_twice_in_a_log_is_told_by_its_seed(rotations):
    lines = [line for line in lines_of(50) for _ in range(rotations)]
    answer = audit([*lines, *lines, *lines[:rotations]])
    again = answer["repeated deals"]
    assert again.finding
    assert again.found.startswith("51 of 101 deals are repetitions")
    assert again.found.endswith(
        f"first in lines 1 and {50 * rotations + 1}; 51 of them with equal seed, deal and rules"
    )
    remark = next(each for each in answer.remarks if "equal seed" in each)
    assert "say nothing against the shuffle" in remark
    assert f"first in lines 1 and {50 * rotations + 1}" in remark


def test_equal_cards_under_another_seed_or_number_are_no_run_that_stands_twice():
    lines = lines_of(50)
    for changed in ({"seed": 2}, {"deal": 77}, {"seed": None}):
        answer = audit([*lines, lines[3] | changed])
        assert answer["repeated deals"].finding
        assert answer["repeated deals"].found.endswith("first in lines 4 and 51")
        assert not any("equal seed" in remark for remark in answer.remarks)
    both = audit([*lines, lines[3] | {"seed": 2}, lines[4]])
    assert both["repeated deals"].found.endswith("first in lines 4 and 51; 1 of them with equal seed, deal and rules")


def test_the_first_repetition_is_kept_with_few_things_in_memory():
    """Ten times as many things as there is room for: the earliest of the kept, as the definition has it."""
    rng = np.random.default_rng(1)
    things = mixed(rng.integers(0, 100_000, 20_000, dtype=np.uint64))
    sketch = Sketch(capacity=2000)
    for number, part in enumerate(np.split(things, 40)):
        sketch.add(part, 500 * number + np.arange(len(part)))
    sketch.repeats()
    seen: dict[int, int] = {}
    for place, thing in enumerate(things.tolist()):
        if thing in seen:
            break
        seen[thing] = place
    assert sketch.share < 0.2
    assert sketch.first_twice == Twice(seen[thing], place)
    nothing = Sketch()
    assert (nothing.repeats(), nothing.first_twice) == ((0, 0), None)
