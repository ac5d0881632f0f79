"""A deal whose hands have other sizes than the rules deal is impossible: a finding that names the line."""

import json

import audit_logs as logs
import numpy as np
import pytest

from meldlab import audit


def lines_of(game, deals=20, **options):
    text = logs.deal_log_text(game, logs.fair_packs(game, deals, np.random.default_rng(3)), **options)
    return [json.loads(line) for line in text.splitlines()]


def test_a_card_moved_from_one_hand_to_another_is_found_in_its_line():
    lines = lines_of("indian-rummy")
    lines[6]["hands"][1].append(lines[6]["hands"][2].pop())
    answer = audit(lines)
    assert [test.name for test in answer.findings] == ["hand sizes"]
    assert answer["hand sizes"].found == "1 impossible deal, first in line 7: 14 cards at seat 1, the rules deal 13"
    assert any("--set deal.cards=N" in remark for remark in answer.remarks)
    assert not audit(lines_of("indian-rummy"))["hand sizes"].finding


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (1, 3)])
def test_hands_in_rows_are_held_to_the_rules_whether_all_seats_are_told_or_not(seats):
    rows = [
        {"deal": number, "seat": seat, "cards": line["hands"][seat]}
        for number, line in enumerate(lines_of("pinacle"))
        for seat in seats
    ]
    assert not audit(rows, "pinacle", players=4)["hand sizes"].finding
    changed = rows[len(seats)] | {"cards": rows[len(seats)]["cards"][1:]}
    rows[len(seats)] = changed
    found = audit(rows, "pinacle", players=4)["hand sizes"]
    assert found.finding
    assert f"first in line {len(seats) + 1}: 10 cards at seat {seats[0]}, the rules deal 11" in found.found


def test_a_contract_that_is_told_says_how_many_cards_are_dealt():
    lines = [{**line, "contract": "TE"} for line in lines_of("continental", sizes=8)]
    assert not audit(lines)["hand sizes"].finding
    lines[4]["contract"] = "EEE"
    assert (
        audit(lines)["hand sizes"].found == "1 impossible deal, first in line 5: 8 cards at seat 0, the rules deal 13"
    )


@pytest.mark.parametrize("contract", [None, "no contract", 7, "T" * 10_000])
def test_without_a_known_contract_all_hands_of_a_deal_have_one_size_of_the_rules(contract):
    mixed = [{**line, "contract": contract} for size in (7, 13) for line in lines_of("continental", 10, sizes=size)]
    mixed = [{**line, "deal": number} for number, line in enumerate(mixed)]
    assert not audit(mixed)["hand sizes"].finding
    mixed[12]["hands"][3].append(mixed[12]["hands"][0].pop())
    assert "first in line 13: 12 cards at seat 0, the rules deal 7, 8, 9" in audit(mixed)["hand sizes"].found
    small = [{**line, "contract": contract} for line in lines_of("continental", sizes=6)]
    assert "20 impossible deals, first in line 1: 6 cards at seat 0" in audit(small)["hand sizes"].found
