"""Whatever a stranger writes: an answer or a clear error, soon, and nothing else is read, written or run."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from mutations import Mutations
from places import CASES
from watch import watched

from meldlab.cli.options.numbers import parse_count
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.audit.log.bounded_lines import lines_of, opened
from meldlab.sim.audit.log.source import Source
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.notation import parse_cards, parse_wild
from meldlab.sim.count.count import count_hands
from meldlab.sim.games.contract.turn.table import MeldLimits, parse_table
from meldlab.sim.games.registry import family_called, make_workload
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.play.compare.sweep import Sweep
from meldlab.sim.play.log import deal_log, json_lines
from meldlab.sim.query.conditions import parse_condition, parse_grouping
from meldlab.sim.query.parse import parse, parse_feature
from meldlab.sim.rules import list_presets, load_ruleset, parse_assignment
from meldlab.sim.rules.schema.notes import field_notes
from meldlab.sim.rules.source import preset_text
from meldlab.sim.simulate.task import Task
from meldlab.sim.table.strategies import make_strategy

GAMES = ("indian-rummy", "continental", "pinacle", "gin")
CONTRACTS = ("continental", "carioca")
CARDS = ("4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH", "10h,♠A *  qd", "AS AS 2S", "JK JK JK", "TD10DTd")
QUERIES = (
    "naturals(A) >= 8",
    "most_of(JQK) >= 6 and not (wilds == 0 or natural_run < 4)",
    "3 <= naturals(A) <= 5",
    "points <= 10 or can_declare",
    "pinaculo",
    "deadwood <= 10",
    "cards(H) == 2 and most_in_suit > 3",
)


@dataclass(frozen=True)
class Reader:
    """Something that reads texts: good ones (or what makes them), its words, what reads them."""

    corpus: tuple[str, ...] | Callable[[], tuple[str, ...]]
    words: tuple[str, ...]
    read: Callable[[str], object]
    file: str | None = field(default=None)


@cache
def task(game: str) -> Task:
    ruleset = load_ruleset(game).for_deal("TTE" if game in CONTRACTS else None)
    decks = ruleset.decks_for()
    return Task.of(ruleset, make_workload(ruleset, decks=decks, wild=None, seed=0), decks=decks, wild=None)


@cache
def vocabulary(game: str):
    ruleset = load_ruleset(game)
    return vocabulary_of(ruleset, decks=ruleset.decks_for(), cards=ruleset.cards_dealt())


def each(readers: list[Callable[[], object]]) -> None:
    """Let all of them read; an error is an answer."""
    for reader in readers:
        with suppress(MeldlabError):
            reader()


def outcome_queries(text: str) -> None:
    each([lambda game=game: (parse_condition(text, task(game)), parse_grouping(text, task(game))) for game in GAMES])


def odds_queries(text: str) -> None:
    each([lambda game=game: parse(text, vocabulary(game)) for game in GAMES])
    each([lambda game=game: parse_feature(text, vocabulary(game)) for game in GAMES])


def assignment(text: str) -> None:
    key, value = parse_assignment(text)
    each([lambda game=game: load_ruleset(game, set={key: value}) for game in GAMES])


def notation(text: str) -> None:
    each([lambda: parse_cards(text), lambda: parse_wild(text), lambda: parse_count(text, where="-n")])


def strategies(text: str) -> None:
    objectives = ("declare", "contract", "value", "deadwood")
    each([lambda name=name: make_strategy(text, family_called(name).play.strategies) for name in objectives])
    each([lambda: Sweep.read(text)])


def melds(text: str) -> None:
    each([lambda game=game: parse_table([text], MeldLimits.of(load_ruleset(game)), seats=4) for game in CONTRACTS])


def batch(text: str) -> None:
    for answer in answer_lines([text]):
        assert isinstance(json.loads(json.dumps(answer)), dict)


def logs() -> tuple[str, ...]:
    """Return short logs of every game that has one."""
    played = {"indian-rummy": ["greedy", "random"], "pinacle": ["random"] * 4}
    found = [json_lines(deal_log(game, seats, seed=1).lines(1)) for game, seats in played.items()]
    found.append(json_lines(deal_log("continental", ["random"] * 3, seed=1, contract="TT").lines(1)))
    return tuple("".join(lines) for lines in found)


def log(path: str, game: str | None) -> None:
    with opened(path) as stream:
        source = Source.of(lines_of(stream), game, set=None, players=None, decks=None)
        for block in source.blocks():
            assert block is not None


def case_lines() -> tuple[str, ...]:
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(lines[:: max(1, len(lines) // 150)])


def rule_words() -> tuple[str, ...]:
    keys = [note.key for note in field_notes()]
    return (*keys, *(f"{key} = 3\n" for key in keys), 'extends = "gin"\n', "[special.melds.x]\n", "= ", "[", "]")


READERS = {
    "rules files": Reader(
        tuple(preset_text(name) for name in list_presets()),
        rule_words(),
        lambda path: load_ruleset(Path(path)),
        "x.toml",
    ),
    "rules at the prompt": Reader(
        ("run.ace=high", "pack.decks=3", "pack.decks={2=1,3=2}", "points.A=15", 'contract.hands=["TT","TE"]'),
        tuple(note.key for note in field_notes()),
        assignment,
    ),
    "queries over outcomes": Reader(QUERIES, ("and", "or", "not", "(", ")", ">=", "==", "points"), outcome_queries),
    "queries of odds": Reader(QUERIES, ("and", "or", "not", "(", ")", "<=", "naturals(2A)", "distance"), odds_queries),
    "cards, wild ranks, numbers": Reader((*CARDS, "7D", "A", "10M", "1e6"), ("JK", "*", "10", "♥"), notation),
    "strategies and sweeps": Reader(
        (
            "greedy",
            "cautious(pack_above=55)",
            "foresight(width=4)",
            "pack_above=30:90:5",
            "cautious.pack_above=1:2:0.1",
        ),
        ("random", "=", ",", "(", ")", "width"),
        strategies,
    ),
    "melds on the table": Reader(
        ("1:E:5H JK 7H 8H", "0:T:9S 9H JK", "2:T:2D 2C 2S 2H"), (":", "E", "T", "JK", "0:"), melds
    ),
    "lines of questions": Reader(case_lines(), ('"hand"', '"set"', '"advise": true', '"ruleset": "gin"', ","), batch),
    "deal logs": Reader(
        logs,
        (
            '"hands"',
            '"stock"',
            '"players": 9',
            '"deal": 0',
            '"rotation": 1',
            '"rules": {}',
            '"format": 2',
            "[[]]",
            "\n",
        ),
        lambda path: log(path, None),
        file="log.jsonl",
    ),
    "tables of hands": Reader(
        (
            "deal,seat,cards\n1,0,4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH\n1,1,AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\n",
            '{"deal": 1, "seat": 0, "cards": "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH", "wild": "7"}\n',
        ),
        ("deal", "seat", "cards", "wild", "upcard", ",", '"', "\n", "2,0,", "1,0,"),
        lambda path: log(path, "indian-rummy"),
        file="log.csv",
    ),
    "files of counts": Reader(
        ('{"count": "x"}\n[0, [[1, 2]]]\n', "[1, [[0, 5], [3, 9]]]\n"),
        ("[", "]", "[0, [[0, 1]]]\n"),
        lambda path: count_hands("gin", ranks=3, cards=4, keep=path),
        file="kept.jsonl",
    ),
}


def seconds_of(read: Callable[[str], object], given: str) -> float:
    """Return the processor's time for an answer or an error, which must be one that a person can read."""
    begun = time.process_time()
    try:
        read(given)
    except MeldlabError as error:
        message = str(error)
        assert len(message) < 5_000, message[:200]
    return time.process_time() - begun


def read_all(reader: Reader, place: Path, number: int, *, seed: int) -> None:
    corpus = reader.corpus if isinstance(reader.corpus, tuple) else reader.corpus()
    texts = Mutations(seed, corpus, reader.words)
    path = place / (reader.file or "none")
    for text in islice(texts, number):
        given = text
        if reader.file is not None:
            path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
            given = str(path)
        with watched(path) as done:
            # Kernels may be compiled the first time.
            assert seconds_of(reader.read, given) < 1 or seconds_of(reader.read, given) < 1
        assert done == [], text[:500]


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


@pytest.mark.usefixtures("quick_start")
@pytest.mark.parametrize("name", READERS)
def test_texts_of_strangers_are_answered_or_refused(name: str, tmp_path: Path) -> None:
    read_all(READERS[name], tmp_path, 150, seed=1)


@pytest.mark.full
@pytest.mark.usefixtures("quick_start")
@pytest.mark.parametrize("name", READERS)
def test_ten_thousand_texts_of_strangers_are_answered_or_refused(name: str, tmp_path: Path) -> None:
    read_all(READERS[name], tmp_path, 10_000, seed=2)
