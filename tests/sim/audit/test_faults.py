"""Planted faults are found; honest logs are not. Deals come from numpy alone (`audit_logs`)."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import audit_logs as logs
import numpy as np
import pytest

from meldlab import audit

SHUFFLES = {
    "fair": logs.fair_packs,
    "swap any place": logs.swap_any_place,
    "modulo": logs.modulo_draw,
    "repeated seed": logs.repeated_seed,
    "card missing": logs.card_missing,
    "unshuffled pairs": logs.unshuffled_pairs,
}
#: A test that must find the fault, whatever the format.
MARK = {
    "swap any place": "cards dealt",
    "modulo": "cards dealt",
    "repeated seed": "repeated deals",
    "card missing": "a card that never comes",
    "unshuffled pairs": "cards together",
}
FORMS = {
    "hands": (logs.csv_text, {}),
    "sorted hands": (logs.csv_text, {"sort": True}),
    "deal log": (logs.deal_log_text, {}),
    "sorted deal log": (logs.deal_log_text, {"sort": True}),
}


def audited(folder, text, game=None):
    path = folder / "log"
    path.write_text(text)
    return audit(path, None if text.startswith("{") else game)


def log_of(fault, game, form, deals, rng, **options):
    write, more = FORMS[form]
    return write(game, SHUFFLES[fault](game, deals, rng), **more, **options)


@pytest.mark.parametrize("fault", ["swap any place", "repeated seed", "card missing", "unshuffled pairs"])
@pytest.mark.parametrize("form", ["hands", "sorted hands"])
def test_a_planted_fault_is_found_in_2000_gin_deals(tmp_path, fault, form):
    answer = audited(tmp_path, log_of(fault, "gin", form, 2000, np.random.default_rng(1)), "gin")
    assert MARK[fault] in [test.name for test in answer.findings]
    assert (answer.hand_order == "sorted") is form.startswith("sorted")


def test_in_whole_deals_a_missing_card_is_told_by_name(tmp_path):
    text = log_of("card missing", "pinacle", "deal log", 50, np.random.default_rng(1))
    pack = audited(tmp_path, text)["the pack"]
    assert (pack.finding, pack.p_adjusted) == (True, 0)
    assert "50 impossible deals, first in line 1: 1 of 7S, the pack has 2" in pack.found


def test_a_card_too_many_is_an_impossible_deal(tmp_path):
    text = "deal,seat,cards\n1,0,AS AS 2S\n1,1,KD KH KC\n2,0,AS 4H 2S\n"
    assert audited(tmp_path, text, "gin")["the pack"].found == (
        "1 impossible deal, first in line 2: 2 of AS, the pack has 1"
    )


def test_short_sort_keys_leave_rises_in_the_order_of_the_deal(tmp_path):
    """Keys of seven bits, the order kept; sorted hands say nothing of it."""
    packs = logs.short_keys("gin", 1500, np.random.default_rng(1), bits=7)
    answer = audited(tmp_path, logs.deal_log_text("gin", packs))
    assert [test.name for test in answer.findings] == ["rises"]
    assert answer["rises"].smallest == pytest.approx(9.5, abs=0.2)  # 2 ** 9.5 keys, by the formula of docs/methods.md
    assert not audited(tmp_path, logs.csv_text("gin", packs, sort=True), "gin").findings


@pytest.mark.parametrize("sort", [False, True])
def test_a_draw_by_remainder_lets_cards_drift(tmp_path, sort):
    """Words of eight bits: every count is nearly right, their curve is not."""
    packs = logs.modulo_draw("gin", 3000, np.random.default_rng(1), bits=8)
    assert audited(tmp_path, logs.csv_text("gin", packs, sort=sort), "gin")["drift"].finding


def test_hands_kept_from_the_deal_before_are_seen(tmp_path):
    """Every fifth deal leaves two cards of each seat where they were."""
    rng = np.random.default_rng(1)
    packs = logs.fair_packs("gin", 3000, rng)
    for deal in range(5, 3000, 5):
        for place in (0, 1, 10, 11):
            other = int(np.flatnonzero(packs[deal] == packs[deal - 1, place])[0])
            packs[deal, other], packs[deal, place] = packs[deal, place], packs[deal, other]
    found = [test.name for test in audited(tmp_path, logs.csv_text("gin", packs), "gin").findings]
    assert "same seat again" in found


def test_old_neighbours_that_stay_neighbours_are_seen(tmp_path):
    """The pack of the deal before is cut into packets of four, which are put in a random order."""
    rng = np.random.default_rng(1)
    packs = [rng.permutation(logs.sorted_pack("gin"))]
    for _ in range(1500):
        packs.append(packs[-1].reshape(-1, 4)[rng.permutation(13)].reshape(-1))
    found = [test.name for test in audited(tmp_path, logs.deal_log_text("gin", np.array(packs))).findings]
    assert {"neighbours again", "together again"} <= set(found)


def test_a_seat_with_a_fifth_more_wilds_is_favoured(tmp_path):
    rng = np.random.default_rng(1)

    def change(hands, cuts, stocks):
        logs.with_more_wilds("pinacle", hands, cuts, stocks, rng, share=0.2, seat=2)

    text = logs.csv_text("pinacle", logs.fair_packs("pinacle", 1500, rng), change=change)
    test = audited(tmp_path, text, "pinacle")["a favoured seat"]
    assert test.finding
    assert "seat 2" in test.found
    assert test.effect == pytest.approx(0.2, abs=0.05)


@pytest.mark.parametrize("number", range(6))
def test_an_honest_log_has_no_finding(tmp_path, number):
    assert not _findings(number, 300, tmp_path)


def _findings(number, deals, folder):
    """Audit honest log `number`: game, format and, in Continental, the size of hands change with it."""
    game = list(logs.GAMES)[number % 4]
    form = list(FORMS)[number // 4 % 4]
    sizes = 7 + number // 16 % 7 if game == "continental" else None
    text = log_of("fair", game, form, deals, np.random.default_rng([6, number]), sizes=sizes)
    return [test.name for test in audited(folder, text, game).findings]


def _honest(job):
    number, folder = job
    own = folder / str(number)
    own.mkdir()
    found = _findings(number, 2000, own)
    (own / "log").unlink()
    return found


@pytest.mark.full
def test_of_1000_honest_logs_of_2000_deals_at_most_2_percent_have_a_finding(tmp_path, record_property):
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        found = list(pool.map(_honest, [(number, tmp_path) for number in range(1000)], chunksize=8))
    alarms = {number: names for number, names in enumerate(found) if names}
    record_property("findings", str(alarms))
    assert len(alarms) <= 20


@pytest.mark.full
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", ["indian-rummy", "pinacle"])
@pytest.mark.parametrize("fault", MARK)
def test_faults_are_found_in_20000_deals(tmp_path, fault, game, form):
    answer = audited(tmp_path, log_of(fault, game, form, 20_000, np.random.default_rng(2)), game)
    found = [test.name for test in answer.findings]
    assert ("the pack" if fault == "card missing" and "deal log" in form else MARK[fault]) in found


@pytest.mark.full
@pytest.mark.parametrize("game", ["indian-rummy", "pinacle"])
def test_two_percent_more_wilds_in_20000_deals_are_found_as_often_as_can_be(tmp_path, game, record_property):
    """No test can find them always: the seat's surplus is 3.5 standard deviations of its own chance.

    A test that knew the seat, and looked at nothing else, would find them in 9 of 10 logs at a hundredth.  The audit,
    which knows neither, must find them in half of them at least, and 3 % nearly always.
    """
    found = {share: [_favoured(tmp_path, game, share, number) for number in range(20)] for share in (0.02, 0.03)}
    record_property("found of 20", str({share: sum(each) for share, each in found.items()}))
    assert sum(found[0.02]) >= 10
    assert sum(found[0.03]) >= 18


def _favoured(folder, game, share, number):
    rng = np.random.default_rng([8, number])

    def change(hands, cuts, stocks):
        logs.with_more_wilds(game, hands, cuts, stocks, rng, share=share, seat=number % 4)

    text = logs.csv_text(game, logs.fair_packs(game, 20_000, rng), change=change)
    return audited(folder, text, game)["a favoured seat"].finding


@pytest.mark.full
@pytest.mark.parametrize(("bits", "deals"), [(11, 20_000), (12, 80_000)])
def test_a_sort_by_short_keys_is_found(tmp_path, bits, deals):
    packs = logs.short_keys("pinacle", deals, np.random.default_rng(2), bits=bits)
    answer = audited(tmp_path, logs.deal_log_text("pinacle", packs))
    assert answer["rises"].finding


@pytest.mark.full
def test_a_sort_by_16_bit_keys_is_found_in_2_million_deals():
    """20,000 deals cannot show it, whatever the test: see docs/methods.md, what cannot be seen."""
    pack = np.sort(logs.sorted_pack("continental"))  # both copies of a card lie together
    rng = np.random.default_rng(3)

    def lines():
        for _ in range(100):
            keys = rng.integers(0, 1 << 16, (20_000, len(pack)))
            names = logs.NAMES[pack[np.argsort(keys, axis=1, kind="stable")]].tolist()
            for row in names:
                hands = [row[start : start + 7] for start in (0, 7, 14, 21)]
                yield {"format": "meldlab-deal/1", "game": "continental", "hands": hands, "stock": row[29:]} | {
                    "upcard": row[28],
                    "players": 4,
                }

    answer = audit(lines())
    assert [test.name for test in answer.findings] == ["rises"]
    assert answer["rises"].statistic == pytest.approx(7, abs=3)
