"""The rows of a deal stand together, and every deal has a name of its own: what does not is refused by line."""

import audit_logs as logs
import numpy as np
import pytest

from meldlab import RunError, audit
from meldlab.sim.audit.log.deal_names import DealNames


def rows_of(*deals):
    return [{"deal": deal, "seat": seat, "cards": "AS"} for deal, seat in deals]


def test_a_log_sorted_by_seat_is_refused_at_the_first_row_of_the_second_seat(tmp_path):
    head, *rows = logs.csv_text("gin", logs.fair_packs("gin", 1500, np.random.default_rng(1))).splitlines(keepends=True)
    path = tmp_path / "by-seat.csv"
    path.write_text(head + "".join(sorted(rows, key=lambda row: row.split(",")[1])))
    with pytest.raises(RunError, match=r"line 1502: deal '0' comes back after other deals.*Sort the rows by deal"):
        audit(path, "gin")


def test_a_deal_that_comes_back_is_refused_by_line_and_name():
    with pytest.raises(RunError, match="line 5: deal 1 comes back"):
        audit(rows_of((1, 0), (1, 1), (2, 0), (2, 1), (1, 0)), "gin")
    with pytest.raises(RunError, match="line 3: deal 'b' comes back"):
        audit(rows_of(("b", 0), ("a", 0), ("b", 1)), "gin")
    audit(rows_of((1, 0), ("1", 0)), "gin")  # a number and its digits as text are two names


def test_the_first_names_are_remembered_whatever_comes_after_them():
    names = DealNames(100)
    assert all(names.is_new(name) for name in range(1000))
    assert names.is_full
    assert not any(names.is_new(name) for name in range(100))
    assert names.is_new(500)  # beyond what is remembered: not seen


def test_no_two_of_many_names_are_taken_for_one():
    names = DealNames()
    assert all(names.is_new(f"table 7, {number}") for number in range(300_000))
    assert names.number == 300_000


def test_where_not_all_names_were_remembered_the_answer_says_so(monkeypatch):
    monkeypatch.setattr("meldlab.sim.audit.log.rows.DealNames", lambda: DealNames(2))
    said = "seen of the first 2 deals only"
    assert any(said in remark for remark in audit(rows_of((1, 0), (2, 0), (3, 0)), "gin").remarks)
    assert not any(said in remark for remark in audit(rows_of((1, 0), (2, 0)), "gin").remarks)
