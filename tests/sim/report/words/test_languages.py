"""Pages in other languages are whole: no word on them is left in English."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from page_reader import Page
from places import ROOT
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.report.markup import safe
from meldlab.sim.report.words.rule_words import rule_words
from meldlab.sim.report.words.words import LANGUAGES, language
from meldlab.sim.rules import list_presets
from meldlab.sim.rules.schema.notes import field_notes
from meldlab.sim.runs.hands import bare_message, lone_message
from meldlab.sim.runs.parts import Part

RUNS = sorted(path for path in (ROOT / "results" / "runs").iterdir() if path.is_dir())
OTHERS = [code for code in LANGUAGES if code != "en"]
WORD = re.compile(r"[^\W\d_]{2,}")


def titles(chart):
    """Yield the texts that a chart shows: titles of axes, and names of curves and rows."""
    if isinstance(chart, list):
        for part in chart:
            yield from titles(part)
    elif isinstance(chart, dict):
        for key, part in chart.items():
            if key == "title" and isinstance(part, str):
                yield part
            elif key == "labelExpr":
                yield from json.loads(part.removesuffix("[datum.value]"))
            else:
                yield from titles(part)


@pytest.fixture(autouse=True)
def charts_as_texts(monkeypatch):
    """Pages with the texts of their charts in place of pictures: drawing takes most of the time."""
    monkeypatch.setattr(
        "meldlab.sim.report.page.svg", lambda chart, numerals: safe(" / ".join(titles(chart.to_dict(validate=False))))
    )


@pytest.fixture(scope="module")
def kinds():
    """Results of every kind, with rules of their own where they are few deals."""
    rules = {"points.cap": 60, "play.stock_exhaustion": "lowest_wins", "run.ace": "either", "play.fee": 0.1}
    seats = ["greedy", "random", "planner", "greedy"]
    kinds = {run.name: meldlab.read_results(run) for run in RUNS}
    kinds["compare"] = meldlab.compare("indian-rummy", ["greedy", "random", "expert"], deals=6, seed=1, set=rules)
    kinds["sweep"] = meldlab.compare_sweep(
        "indian-rummy", ["cautious", "greedy"], "pack_above=30:90:60", deals=4, seed=1
    )
    kinds["deals"] = meldlab.play("continental", seats, contract="TT", deals=4, seed=1, set={"play.contra": False})
    kinds["match"] = meldlab.play("indian-rummy", ["greedy", "random"], deals=4, seed=1, match=True)
    kinds["rules"] = meldlab.compare_rules(
        "gin", ["greedy"], against_set={"play.knock_at": 3, "play.gin_bonus": 5}, deals=6, seed=1
    )
    return kinds


def names_in(page):
    """Return what is no word of any language: names of strategies, presets, contracts and machines."""
    names = {"meldlab", "DIR", "rerun", "check", *list_presets()}
    names |= {contract for preset in list_presets() for contract in meldlab.load_ruleset(preset).contract.hands}
    for figures in page.figures:
        names |= {*figures.get("strategies", []), str(figures["ruleset"])}
        environment = figures["provenance"]["environment"]
        names |= {str(environment[key]) for key in ("os", "cpu") if environment.get(key)}
        names |= {str(value) for key, value in figures["provenance"].items() if "sha256" in key or "kernel" in key}
    return names


@pytest.fixture(scope="module")
def pages():
    """Pages that were made already, by kind and language."""
    return {}


def page_of(pages, kinds, kind, code):
    if (kind, code) not in pages:
        pages[kind, code] = Page(meldlab.html_report(kinds[kind], lang=code))
    return pages[kind, code]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        *((kind, code) for kind in (*(run.name for run in RUNS), "compare") for code in OTHERS),
        *zip(("sweep", "deals", "match", "rules"), OTHERS * 2, strict=True),
    ],
)
def test_no_english_is_left_on_a_page_in_another_language(kinds, pages, kind, code):
    page = page_of(pages, kinds, kind, code)
    english, own = language("en").texts, language(code).texts
    sentences = {note.sentence for note in field_notes()} | {text for text in english.values() if " " in text}
    assert not [text for text in page.said if text.strip() in sentences - {*own.values()}]
    names = {word for name in names_in(page) for word in WORD.findall(name)}
    ours = {*own.values(), *rule_words(code).sentences.values(), *rule_words(code).values.values()}
    known = {word.lower() for text in ours for word in WORD.findall(re.sub(r"\{\w+\}", " ", text))}
    said = {word for text in page.said for word in WORD.findall(text)}
    strange = {word for word in said - names if word.lower() not in known}
    assert not [word for word in strange if re.fullmatch("[A-Za-z]+", word) and not is_hash(word, page)], strange


def is_hash(word, page):
    """Return whether some letters stand in a hash that the page shows."""
    return any(word in text for text in page.said if re.fullmatch(r"[0-9a-f]{16,64}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_rules_that_differ_are_told_in_the_language_of_the_page(kinds, pages, code):
    page = page_of(pages, kinds, "compare", code)
    told = rule_words(code)
    cells = {row[0][0]: row[1][0] for row in page.tables["rules"]}
    for key, value, meaning in (
        ("points.cap", "60", ""),
        ("play.stock_exhaustion", '"lowest_wins"', told.values["play.stock_exhaustion.lowest_wins"]),
    ):
        assert cells[told.sentence(key, "declare") + key] == value + meaning


@pytest.mark.parametrize("code", LANGUAGES)
def test_messages_about_parts_are_told_in_the_language_of_the_page(code):
    result = meldlab.simulate("gin", deals=100, seed=1)
    messages = (
        "monday/1.parquet is damaged and counts nowhere",
        "monday lacks 1,234 chunks of seed 5 before its last one: 0-1233",
        "monday/hands-1.parquet is damaged: it does not hold the hands that were counted",
        bare_message(Path("monday"), [Part(Path("part-2.parquet"), 2, 50, {"task": {"chunk_deals": 500}})]),
        lone_message(Path("monday"), [Path("hands-3.parquet")]),
    )
    page = Page(meldlab.html_report(replace(result, messages=(*messages, "something else")), lang=code))
    texts = language(code).texts
    assert texts["message.damaged"].format(path="monday/1.parquet") in page.said
    assert texts["message.gap"].format(path="monday", count="1,234", seed=5, chunks="0-1233") in page.said
    assert texts["message.hands_damaged"].format(path="monday/hands-1.parquet") in page.said
    assert texts["message.hands_bare"].format(path="monday", files="part-2.parquet", deals="1,050") in page.said
    assert texts["message.hands_lone"].format(path="monday", files="hands-3.parquet") in page.said
    assert ("span", "lang", "en") in page.attributes
    assert page.figures[0]["messages"] == [*messages, "something else"]


def test_what_reading_a_damaged_run_says_has_words_in_every_language(tmp_path):
    folder = tmp_path / "run"
    meldlab.simulate("gin", deals=2**20 + 100, seed=1, out=folder)
    first = sorted(folder.glob("*.parquet"))[0]
    raw = bytearray(first.read_bytes())
    raw[len(raw) // 2] ^= 1
    first.write_bytes(raw)
    told = CliRunner().invoke(app, ["report", str(folder), "--html", str(tmp_path / "page.html"), "--lang", "es", "-q"])
    assert told.exit_code == 0, told.stderr
    said = [text.replace(str(folder), "") for text in Page((tmp_path / "page.html").read_text(encoding="utf-8")).said]
    assert any("está dañado" in text for text in said)
    assert any("tramo" in text and "semilla 1" in text for text in said)
    assert not [text for text in said if "damaged" in text or "lacks" in text]
