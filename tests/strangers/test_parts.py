"""Run folders from anybody: read, or refused by name; no code of theirs is run, no other file is opened."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from run_folders import gin_run
from watch import watched

from meldlab.sim.archive.question import job_again
from meldlab.sim.archive.result import result_of
from meldlab.sim.archive.run import StoredRun, read_run
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.play import play
from meldlab.sim.runs import parts
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.gathering import seed_of

_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 13, 10**6, 2**53 + 1, 2**62, 2**127, 2**130, 1.5, float("nan"), float("inf")),
    *(
        "",
        "x",
        "gin",
        "pinacle",
        "TTE",
        "\0",
        "../../etc/passwd",
        "mine.py:Careful",
        "/etc/passwd:X(a=1)",
        "x" * 100_000,
    ),
    *([], [[]], ["greedy"] * 5, [["points", 2**61], ["wilds", 2**61]], [["points", -1]], {}, {"a": {}}, ["a", 1, None]),
)
NAME = "part-00000000.parquet"


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    root = tmp_path_factory.mktemp("sound")
    gin_run(root / "simulate", deals=100)
    play("gin", ["greedy", "random"], deals=20, seed=1, out=root / "play")
    play("continental", ["greedy"], players=2, match=True, deals=1, seed=1, out=root / "match")
    return sorted(root.iterdir())


def look(folder: Path) -> None:
    """Do with a folder whatever a command does before it deals."""
    run: StoredRun = read_run(folder)
    json.dumps(run.described())
    RunFolder(folder)
    result_of(run)
    job_again(run.record, seed=seed_of(run.parts[0]), deals=run.deals, stop=StopSignal())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where something stands in a record, inner things too."""
    if path:
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


def forged_records(folders: list[Path], chance: random.Random) -> Iterator[bytes]:
    """Yield sealed parts whose records say odd things; the rules in them are changed inside, too."""
    for number in count():
        source = folders[number % len(folders)] / NAME
        stored = parts.read_part(source)
        assert stored is not None
        record, frame = dict(stored.record), stored.frame()
        assert frame is not None
        rules = json.loads(record["ruleset_json"])
        for _ in range(chance.choice((1, 1, 2, 5))):
            inside = chance.random() < 0.4
            change(rules if inside else record, chance)
            if inside:
                record["ruleset_json"] = json.dumps(rules)
        parts.write_table(folders[0].parent / "forged.parquet", frame.head(chance.choice((0, 3, 10**6))), record)
        yield (folders[0].parent / "forged.parquet").read_bytes()


def change(value: dict[str, Any], chance: random.Random) -> None:
    *outer, last = chance.choice(list(places(value)))
    place: Any = value
    for key in outer:
        place = place[key]
    if chance.random() < 0.2 and isinstance(place, dict):
        del place[last]
    else:
        place[last] = deepcopy(chance.choice(_VALUES))


def damaged_bytes(folders: list[Path], chance: random.Random) -> Iterator[bytes]:
    """Yield parts with odd bytes, cut short or grown."""
    for number in count():
        content = bytearray((folders[number % len(folders)] / NAME).read_bytes())
        for _ in range(chance.choice((1, 2, 5, 50))):
            content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        start, end = sorted(chance.randrange(len(content)) for _ in range(2))
        yield bytes(chance.choice((content, content[:start], content[start:], content[:end] + content[start:])))


@pytest.mark.parametrize("forge", [forged_records, damaged_bytes])
def test_folders_of_strangers_are_read_or_refused(forge, folders, tmp_path):
    read_all(forge(folders, random.Random(1)), tmp_path, 200)


@pytest.mark.full
@pytest.mark.parametrize("forge", [forged_records, damaged_bytes])
def test_ten_thousand_folders_of_strangers_are_read_or_refused(forge, folders, tmp_path):
    read_all(forge(folders, random.Random(2)), tmp_path, 10_000)


def read_all(contents: Iterator[bytes], place: Path, number: int) -> None:
    refused = 0
    for content in islice(contents, number):
        (place / NAME).write_bytes(content)
        message = ""
        with watched(place / NAME, place) as done:
            try:
                look(place)
            except MeldlabError as error:
                message = str(error)
        assert done == []
        assert len(message) < 5_000
        refused += message != ""
    assert refused > number / 2
