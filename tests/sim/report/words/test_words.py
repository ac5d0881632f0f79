"""Every language says everything: the same keys, the same fields, all games, outcomes and reasons."""

import re
from string import Formatter

import pytest
from places import ROOT

import meldlab
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.registry import make_game, make_match, make_workload
from meldlab.sim.play.matches.match_job import WIN
from meldlab.sim.query.conditions import parse_condition, usual_features
from meldlab.sim.report.words.numerals import Numerals
from meldlab.sim.report.words.words import LANGUAGES, language
from meldlab.sim.rules import list_presets, load_ruleset
from meldlab.sim.simulate.task import Task

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in [*(ROOT / "sim" / "report").rglob("*.py"), *(ROOT / "cli").rglob("report*.py")]
)
#: What is called the same in English and Spanish, or in every language.
SAME = {"found.version", "outcome.gin", "outcome.total", "reason.gin"}
#: Texts with commands in them.
LATIN = {
    "language.grouping",
    "page.made",
    "rules.all",
    "features.ask",
    "beside.same_task",
    "found.check",
    "found.version",
    "message.hands_bare",
}
#: Tables that are asked by the names which runs give them.
BY_NAME = ("game", "outcome", "reason", "meaning", "language")


def fields(text):
    return sorted({name for _, name, _, _ in Formatter().parse(text) if name})


def workloads():
    for name in list_presets():
        ruleset = load_ruleset(name)
        contract = ruleset.contract.hands[0] if ruleset.objective == "contract" else None
        ruleset = ruleset.for_deal(contract)
        decks = ruleset.decks_for(players=None)
        yield ruleset, Task.of(ruleset, make_workload(ruleset, decks=decks, wild=None, seed=1), decks=decks, wild=None)


def seat_columns():
    for name in list_presets():
        ruleset = load_ruleset(name)
        contract = ruleset.contract.hands[0] if ruleset.objective == "contract" else None
        players = 2 if ruleset.objective == "deadwood" else 4
        yield from make_game(ruleset, players=players, contract=contract).columns
        if ruleset.objective != "deadwood":
            yield from (WIN, *make_match(ruleset, players=players).columns)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_fields(code):
    english, other = language("en").texts, language(code).texts
    assert set(english) == set(other)
    for key, text in english.items():
        assert fields(other[key]) == fields(text), key
        assert other[key].strip(), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_preset_outcome_and_reason_has_a_word(code):
    texts = language(code).texts
    wanted = {f"game.{name}" for name in list_presets()}
    for _, task in workloads():
        wanted |= {f"outcome.{column.name}" for column in task.columns} | {f"meaning.{task.score}"}
    for column in seat_columns():
        wanted |= {f"reason.{label}" for label in column.labels if label}
        if column.of_seat and not column.coded:
            wanted.add(f"outcome.{column.title}")
    assert wanted <= set(texts), wanted - set(texts)


def test_no_text_is_without_use():
    for key in language("en").texts:
        table, _, name = key.partition(".")
        if table not in BY_NAME:
            put_together = re.search(rf"""f["']{table}\.{{""", SOURCES) and f'"{name}"' in SOURCES
            assert re.search(rf"""["']{re.escape(key)}["']""", SOURCES) or put_together, key


def test_spanish_and_marathi_use_the_terms_of_the_rules_they_come_from():
    spanish, marathi = language("es"), language("mr")
    assert spanish.named("outcome", "aces8") == "ocho ases sin comodín"
    assert spanish.named("outcome", "full_semi1").startswith("una escalera completa semilimpia")
    assert spanish.named("outcome", "contras") == "cartas robadas de contra"
    assert "bajarse" in spanish.named("outcome", "can_go_down")
    assert marathi.named("outcome", "has_pure") == "शुद्ध सिक्वेन्स"
    assert "पॅक" in marathi.named("outcome", "packed_first")
    assert "त्रिकूट" in marathi.named("outcome", "natural_set")


def test_names_of_other_peoples_rules_are_what_they_are():
    assert language("es").named("outcome", "five_kings") == "five_kings"
    assert language("mr").named("game", "my-house") == "my-house"


def test_features_are_told_in_words():
    _, task = next(each for each in workloads() if each[0].name == "indian-rummy")
    told = {feature.text: language("en").query(feature.query) for feature in usual_features(task)}
    assert told["natural_run >= 3"] == "longest run without a wild card ≥ 3"
    assert told["has_pure"] == "a pure sequence"
    query = parse_condition("(points <= 10 or has_pure) and not 1 <= wilds <= 2", task).query
    assert language("en").query(query) == "(points ≤ 10 or a pure sequence) and not (1 ≤ wild cards ≤ 2)"
    assert language("es").query(parse_condition("points == 0", task).query) == "puntos = 0"


def test_a_language_without_words_is_refused_with_those_that_have_some():
    with pytest.raises(MeldlabError, match="en, es, mr"):
        language("fr")
    with pytest.raises(MeldlabError, match="en, es, mr"):
        meldlab.html_report([], lang="../en")


def test_numbers_are_written_as_each_language_writes_them():
    english, spanish, marathi = (language(code).numerals for code in LANGUAGES)
    assert english.whole(12345678) == "12,345,678"
    assert spanish.whole(-12345678) == "−12.345.678"
    assert marathi.whole(12345678) == "1,23,45,678"
    assert (spanish.fixed(1234.5, 2), english.fixed(-0.001, 2)) == ("1.234,50", "0.00")
    assert (english.whole(0), english.whole(999), marathi.whole(1000)) == ("0", "999", "1,000")


@pytest.mark.parametrize(
    ("value", "reach", "shown"),
    [(55.2239, 0.0147, "55.224"), (1234.5, 40, "1,234"), (0.5, None, "0.5000"), (12345.6, None, "12,346")],
)
def test_figures_show_what_their_interval_leaves_certain(value, reach, shown):
    assert Numerals(".", ",").figure(value, reach=reach) == shown


def test_shares_are_percents_and_certainty_is_bare():
    numerals = Numerals(".", ",")
    assert numerals.percent(0.77731, reach=0.00026) == "77.731 %"
    assert (numerals.percent(0), numerals.percent(1)) == ("0 %", "100 %")


def test_no_end_of_an_interval_reads_none_or_all_unless_it_is():
    numerals = Numerals(".", ",")
    assert numerals.limit(0.00013, reach=0.014) == "0.00013"
    assert numerals.limit(0.99987, reach=0.014) == "0.99987"
    assert [numerals.limit(value, reach=0.5) for value in (0.7, 1.2, -3)] == ["0.70", "1.20", "−3.00"]
    assert numerals.percent(0.00013, reach=0.014) == "0.013 %"


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_no_text_is_the_english_one(code):
    english, other = language("en").texts, language(code).texts
    same = {key for key, text in english.items() if other[key] == text and re.search(r"[^\W\d_]{2}", fieldless(text))}
    # What is called the same in both languages.
    assert {key for key in same if not key.startswith(("game.", "language."))} <= SAME
    if code == "mr":
        assert not [
            key for key, text in other.items() if re.search("[A-Za-z]{2}", fieldless(text)) and key not in LATIN
        ]


def fieldless(text):
    return re.sub(r"\{\w+\}", "", text)
