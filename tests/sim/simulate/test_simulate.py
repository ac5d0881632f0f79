"""A simulation is decided by its task, seed and number of deals, and by nothing else."""

import inspect
import json
from itertools import pairwise

import pytest
from fake_workload import FakeFactory, slow

import meldlab
from meldlab.sim.common.errors import MeldlabError, NotationError, QueryError, RulesError, RunError
from meldlab.sim.counting.stopping import StopSignal, looks
from meldlab.sim.engines.serial import SerialEngine
from meldlab.sim.engines.threads import ThreadsEngine
from meldlab.sim.simulate.simulate import iter_simulate, simulate

CHUNK = 2**12
FAKE = {"workload": FakeFactory(), "chunk_deals": CHUNK}


class BackwardEngine:
    """Hands the results back in the opposite order."""

    def map_unordered(self, function, chunk_ids):
        yield from [function(chunk) for chunk in reversed(list(chunk_ids))]


@pytest.mark.parametrize(
    "options",
    [
        {"engine": "serial"},
        {"engine": "threads", "workers": 1},
        {"engine": "threads", "workers": 2},
        {"engine": "threads", "workers": 5},
        {"engine": BackwardEngine()},
    ],
)
def test_workers_engines_and_order_do_not_change_a_number(options):
    result = simulate("indian-rummy", deals=10 * CHUNK + 77, seed=5, **options, **FAKE)
    plain = simulate("indian-rummy", deals=10 * CHUNK + 77, seed=5, engine="serial", **FAKE)
    assert result.deals == 10 * CHUNK + 77
    assert result.tally.digest() == plain.tally.digest()
    assert result.to_polars().equals(plain.to_polars())
    assert (result.stopped_by, result.seed, result.dealt) == ("deals", 5, result.deals)


def test_fewer_deals_are_the_beginning_of_more():
    few = simulate("indian-rummy", deals=CHUNK + 5, seed=9, **FAKE)
    stream = FakeFactory()(None, decks=2, wild=None, seed=9)
    points = [*stream.stream(0).take(CHUNK)["points"], *stream.stream(1).take(5)["points"]]
    assert few.histogram() == {value: points.count(value) for value in sorted(set(points))}


def test_no_seed_means_fresh_entropy_that_is_reported():
    first, second = (simulate("indian-rummy", deals=10, **FAKE) for _ in range(2))
    assert first.seed != second.seed
    assert first.provenance["seed"] == first.seed
    assert simulate("indian-rummy", deals=10, seed=first.seed, **FAKE).tally == first.tally


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_target_stops_at_the_same_deal_for_any_number_of_workers(workers):
    result = simulate(
        "indian-rummy", deals=10**6, seed=2, target="can_declare", target_rel=0.1, workers=workers, **FAKE
    )
    assert result.stopped_by == "target"
    assert result.target_reached
    assert result.deals // CHUNK in [next(at) for at in [looks()] for _ in range(20)]
    assert result.tally == simulate("indian-rummy", deals=result.deals, seed=2, **FAKE).tally
    share = result.share(result.features[-1])
    assert share.hits >= 100
    assert share.half_width <= 0.1 * share.probability


def test_a_target_needs_at_least_100_hits():
    # 1 % of 4,096 deals is about 41 hits: a half-width of 1 is reached at once, but may not stop the run.
    result = simulate("indian-rummy", deals=10**6, seed=2, target="can_declare", target_rel=1.0, **FAKE)
    assert result.share(result.features[-1]).hits >= 100
    assert result.deals > 2 * CHUNK


def test_without_a_feature_the_target_is_the_mean_score():
    result = simulate("indian-rummy", deals=10**6, seed=2, target_abs=0.5, **FAKE)
    assert (result.stopped_by, result.deals % CHUNK) == ("target", 0)
    low, high = result.score.ci95
    assert (high - low) / 2 <= 0.5


def test_a_target_out_of_reach_is_reported_as_such():
    result = simulate("indian-rummy", deals=3 * CHUNK, seed=2, target="can_declare", target_rel=0.001, **FAKE)
    assert (result.stopped_by, result.target_reached, result.deals) == ("deals", False, 3 * CHUNK)


def test_looks_are_geometrically_spaced():
    chunks = [next(at) for at in [looks()] for _ in range(30)]
    assert chunks[:8] == [1, 2, 3, 4, 5, 6, 8, 10]
    assert all(earlier < later <= max(earlier + 1, 1.34 * earlier) for earlier, later in pairwise(chunks))
    assert chunks[-1] > 500


def test_time_ends_a_run_with_what_is_done():
    result = simulate("indian-rummy", seed=4, max_seconds=0.3, workload=slow(0.01), chunk_deals=CHUNK)
    assert result.stopped_by == "time"
    assert result.deals > 0
    assert result.seconds < 3
    assert result.tally == simulate("indian-rummy", deals=result.deals, seed=4, **FAKE).tally


@pytest.mark.parametrize("engine", ["serial", "threads"])
def test_an_interrupted_result_is_that_of_its_number_of_deals(engine):
    stop = StopSignal()
    for progress in iter_simulate(
        "indian-rummy", deals=10**7, seed=3, engine=engine, stop=stop, workload=slow(0.005), chunk_deals=CHUNK
    ):
        if progress.deals >= 3 * CHUNK:
            stop.set()
    result = progress.result
    assert result.stopped_by == "interrupt"
    assert 3 * CHUNK <= result.deals < 10**7
    assert result.tally == simulate("indian-rummy", deals=result.deals, seed=3, **FAKE).tally


def test_the_beginning_of_a_single_chunk_survives_an_interrupt():
    steps = iter_simulate("indian-rummy", deals=2**20, seed=3, max_seconds=0.3, workload=slow(0.05))
    result = [progress.result for progress in steps][-1]
    assert 0 < result.deals < 2**20
    assert result.deals % 2**15 == 0
    assert result.tally == simulate("indian-rummy", deals=result.deals, seed=3, workload=FakeFactory()).tally


def test_progress_counts_deals_and_gives_the_tally_on_demand():
    seen = []
    for progress in iter_simulate("indian-rummy", deals=5 * CHUNK, seed=1, engine="serial", **FAKE):
        seen.append((progress.preparing, progress.deals))
        assert progress.tally.deals == progress.deals
        assert progress.total == 5 * CHUNK
    assert seen[0] == (True, 0)
    assert [deals for _, deals in seen] == sorted(deals for _, deals in seen)
    assert progress.result.deals == 5 * CHUNK
    assert progress.rate > 0
    assert progress.seconds_left == 0


def test_a_worker_s_error_reaches_the_caller():
    class Broken(FakeFactory):
        def __call__(self, ruleset, *, decks, wild, seed):
            made = super().__call__(ruleset, decks=decks, wild=wild, seed=seed)
            object.__setattr__(made, "stream", lambda chunk: 1 / 0)
            return made

    for engine in (SerialEngine(), ThreadsEngine(2)):
        with pytest.raises(ZeroDivisionError):
            simulate("indian-rummy", deals=5 * CHUNK, engine=engine, workload=Broken(), chunk_deals=CHUNK)


def test_the_json_is_that_of_the_command_line_and_repeats_the_run():
    result = simulate("indian-rummy", deals=3 * CHUNK, seed=1, features=["points <= 10", "natural_run >= 7"], **FAKE)
    answer = json.loads(json.dumps(result.to_dict()))
    assert set(answer) >= {
        *("ruleset", "deals", "seed", "features", "score", "histogram", "seconds", "hands_per_second"),
        *("stopped_by", "provenance", "rules_sha256", "version"),
    }
    assert set(answer["features"]) == {"points <= 10", "natural_run >= 7"}
    assert set(answer["features"]["points <= 10"]) >= {"hits", "probability", "ci95"}
    assert set(answer["score"]) >= {"mean", "sd", "se", "min", "max", "quantiles"}
    assert sum(answer["histogram"].values()) == 3 * CHUNK
    record = answer["provenance"]
    again = simulate(record["game"], deals=record["deals"], seed=record["seed"], decks=record["task"]["decks"], **FAKE)
    assert again.tally.digest() == answer["tally_sha256"]


def test_zero_hits_are_an_upper_bound_in_the_result():
    result = simulate("indian-rummy", deals=CHUNK, seed=1, features=["natural_run >= 13"], **FAKE)
    feature = result.to_dict()["features"]["natural_run >= 13"]
    assert (feature["hits"], feature["ci95"][0]) == (0, 0.0)
    assert 0 < feature["ci95"][1] < 0.001


def test_results_of_different_seeds_add_and_overlapping_ones_do_not():
    one, two, other = (
        simulate("indian-rummy", deals=deals, seed=seed, **FAKE) for deals, seed in ((100, 1), (200, 2), (300, 1))
    )
    assert (one + two).deals == 300
    assert (one + two).seed == [1, 2]
    assert (one + two).tally == one.tally + two.tally
    with pytest.raises(RunError, match="same deals"):
        one + other
    with pytest.raises(RunError, match="different rules"):
        one + simulate("indian-rummy", deals=10, decks=3, seed=3, **FAKE)


@pytest.mark.parametrize(("wild", "spelling"), [("7", "7"), ("10", "T"), ("t", "T"), ("10d", "TD"), ("7♦", "7D")])
def test_a_wild_rank_or_cut_card_has_one_spelling(wild, spelling):
    result = simulate("indian-rummy", deals=10, seed=1, wild=wild, **FAKE)
    assert result.task.wild == spelling
    assert result.task.task_id == simulate("indian-rummy", deals=10, seed=2, wild=spelling, **FAKE).task.task_id


def test_the_notebook_view_is_a_table():
    result = simulate("indian-rummy", deals=CHUNK, seed=1, **FAKE)
    assert repr(result).startswith("Simulation(indian-rummy, 4,096 deals, seed 1, mean points ")
    html = result._repr_html_()
    assert "<table" in html
    assert "natural_run &gt;= 3" in html


def test_by_an_outcome_gives_a_row_a_value():
    result = simulate("indian-rummy", deals=CHUNK, seed=1, **FAKE)
    table = result.by("wilds")
    assert table["wilds"].to_list() == [0, 1, 2, 3, 4]
    assert table["count"].sum() == CHUNK
    with pytest.raises(QueryError, match="Did you mean 'wilds'"):
        result.by("wild")


def test_the_blocking_call_has_the_arguments_of_the_generator():
    assert inspect.signature(meldlab.simulate).parameters == inspect.signature(meldlab.iter_simulate).parameters
    assert meldlab.simulate.__doc__.startswith("Deal many hands")


@pytest.mark.parametrize(
    ("options", "kind", "parts"),
    [
        ({"deals": 0}, RunError, ["deals", "allowed: 1 to"]),
        ({"deals": 10**16}, RunError, ["deals"]),
        ({"seed": -1}, RunError, ["seed", "2**128"]),
        ({"seed": 2**128}, RunError, ["seed"]),
        ({"max_seconds": 0}, RunError, ["max-seconds"]),
        ({"max_seconds": float("nan")}, RunError, ["max-seconds"]),
        ({"target_rel": 0.0}, RunError, ["target-rel", "above 0"]),
        ({"target_abs": float("inf")}, RunError, ["target-abs"]),
        ({"target_rel": 0.1, "target_abs": 0.1}, RunError, ["not both"]),
        ({"target": "can_declare"}, RunError, ["needs a precision"]),
        ({"target": "can_declar", "target_rel": 0.1}, QueryError, ["Did you mean 'can_declare'"]),
        ({"features": ["wilds"]}, QueryError, ["wilds >= 1"]),
        ({"engine": "fast"}, RunError, ["serial, threads, dask"]),
        ({"workers": 0}, RunError, ["workers", "1 or more"]),
        ({"engine": "serial", "workers": 2}, RunError, ["threads engine"]),
        ({"keep_hands": True}, RunError, ["output folder"]),
        ({"wild": "1"}, NotationError, ["wild", "is no rank"]),
        ({"wild": "JK"}, NotationError, ["printed joker"]),
        ({"wild": "7", "set": {"pack.wild": "none"}}, RulesError, ["cuts no wild card"]),
        ({"decks": 0}, RulesError, ["decks"]),
        ({"set": {"run.ase": "high"}}, RulesError, ["run.ase"]),
        ({"workload": None, "game": "continental"}, RulesError, ["the contract is missing", "TT, TE, EE"]),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_dealt(options, kind, parts, tmp_path):
    out = {} if "keep_hands" in options else {"out": tmp_path / "run"}
    with pytest.raises(kind) as caught:
        iter_simulate(**{"game": "indian-rummy", **FAKE, **out, **options})
    assert isinstance(caught.value, MeldlabError)
    for part in parts:
        assert part in str(caught.value)
    assert not (tmp_path / "run").exists()
