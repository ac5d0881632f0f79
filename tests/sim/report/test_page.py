"""The page: its figures are those of the commands, it needs nothing else, and no text of a run becomes part of it."""

import json
import re
from dataclasses import replace

import pytest
from page_reader import Page
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.report.charts.palette import SERIES
from meldlab.sim.report.markup import Markup
from meldlab.sim.report.words.words import LANGUAGES, language

GAMES = {
    "indian-rummy": ("-g", "indian-rummy", "--players", "4"),
    "continental": ("-g", "continental", "--contract", "TTE"),
    "pinacle": ("-g", "pinacle"),
    "gin": ("-g", "gin"),
}
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp; ${7*7} </style>]]>"
ELEMENTS = {
    *("html", "head", "meta", "link", "title", "style", "body", "header", "main", "footer", "section", "article"),
    *("h1", "h2", "h3", "p", "a", "ul", "li", "dl", "div", "dt", "dd", "span", "strong", "code", "pre", "data"),
    *("table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "details", "summary", "script"),
    *("svg", "g", "path", "line", "rect", "text", "tspan"),
}


def run(*words):
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, (words, done.stderr)
    return done.stdout


@pytest.fixture(scope="module", params=GAMES)
def dealt(request, tmp_path_factory):
    """What `simulate --json` says of a game, and the page of the same run."""
    folder = tmp_path_factory.mktemp("dealt") / "run"
    words = (*GAMES[request.param], "-n", "4000", "--seed", "5", "-o", str(folder))
    answer = json.loads(run("simulate", *words, "--json"))
    page = folder.with_suffix(".html")
    told = json.loads(run("report", str(folder), "--html", str(page), "--json"))
    read = Page(page.read_text(encoding="utf-8"))
    assert read.figures == [told]
    return answer, read, page.read_text(encoding="utf-8")


@pytest.fixture
def without_charts(monkeypatch):
    """Pages with empty charts: drawing takes most of the time."""
    monkeypatch.setattr("meldlab.sim.report.page.svg", lambda chart, numerals: Markup("<svg></svg>"))


@pytest.fixture(scope="module")
def played():
    """Two strategies of gin."""
    return meldlab.play("gin", ["greedy", "random"], deals=60, seed=3)


@pytest.fixture(scope="module")
def kinds(played):
    """One result of every kind."""
    return {
        "hands": meldlab.simulate("gin", deals=2000, seed=1),
        "deals": played,
        "one strategy": meldlab.play("gin", ["greedy"], deals=20, seed=3),
        "matches": meldlab.play("indian-rummy", ["greedy", "random"], deals=4, seed=3, match=True),
        "rules": meldlab.compare_rules("gin", ["greedy"], against_set={"play.knock_at": 3}, deals=60, seed=3),
    }


def test_figures_in_the_page_are_those_of_simulate(dealt):
    answer, page, _ = dealt
    (figures,) = page.figures
    assert set(figures) == set(answer) | {"run", "messages"}
    for key in set(answer) - {"seconds", "hands_per_second", "provenance"}:
        assert figures[key] == answer[key], key
    for key, value in figures["provenance"].items():
        assert key in ("sources", "deals") or answer["provenance"][key] == value, key


def test_tables_in_the_page_show_the_exact_figures_of_simulate(dealt):
    answer, page, _ = dealt
    rows = page.tables["features"][1:]
    assert len(rows) == len(answer["features"])
    for row, (text, told) in zip(rows, answer["features"].items(), strict=True):
        assert text in row[0][0] or language("en").named("outcome", text) in row[0][0]
        (hits,), (share,), limits = (cell[1] for cell in row[1:4])
        assert (hits, share, limits) == (told["hits"], told["probability"], told["ci95"])
    counts = {str(int(row[0][1][0])): int(row[1][1][0]) for row in page.tables["histogram"][1:]}
    assert counts == answer["histogram"]
    assert [cell[1][0] for cell in page.tables["quantiles"][1][1:]] == list(answer["score"]["quantiles"].values())


def test_the_page_says_what_was_asked_by_which_rules_and_how_it_was_found(dealt):
    answer, page, _ = dealt
    for words in ("What was asked", "By which rules", "without any change", "How this was found", "95 % interval"):
        assert words in page.text
    assert answer["provenance"]["command"] in page.text
    assert answer["rules_sha256"] in page.text
    assert answer["tally_sha256"] in page.text


def test_the_page_needs_nothing_but_itself(dealt):
    _, page, html = dealt
    for tag, name, value in page.attributes:
        assert name not in ("src", "srcset", "action", "onload", "onclick", "style", "xlink:href")
        if name == "href":
            assert value == "data:,", (tag, value)
    assert set(re.findall(r"\w+://[^\"' ]*", html)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    style = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert ("meta", "content", "default-src 'none'; style-src 'unsafe-inline'; img-src data:") in page.attributes


def test_the_page_is_made_for_phones_print_and_the_dark(dealt):
    _, page, html = dealt
    assert ("meta", "content", "width=device-width, initial-scale=1") in page.attributes
    for words in ("prefers-color-scheme:dark", "@media print", "@media (max-width:", ".scroll{overflow-x:auto"):
        assert words in html
    for colour in SERIES:
        assert f'svg [fill="{colour.day}"]{{fill:{colour.night}}}' in html
    # Every table stands in a box that scrolls by itself.
    assert html.count("<table") == html.count('<div class="scroll"')
    # Each chart is there for wide and for narrow screens.
    assert page.tags.count("svg") == 2 * page.tags.count("figure") == 4


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", ["hands", "deals", "one strategy", "matches", "rules"])
def test_every_kind_of_result_has_a_page_in_every_language(kinds, kind, code, without_charts):
    page = Page(meldlab.html_report(kinds[kind], lang=code))
    assert ("html", "lang", code) in page.attributes
    texts = language(code).texts
    for heading in ("asked.heading", "rules.heading", "found.heading"):
        assert texts[heading] in page.texts
    assert not [text for text in page.texts if "{" in text and "@media" not in text]


@pytest.mark.parametrize("kind", ["deals", "one strategy", "matches", "rules"])
def test_every_kind_of_result_has_its_charts(kinds, kind):
    page = Page(meldlab.html_report(kinds[kind]))
    assert set(page.tags) <= ELEMENTS, set(page.tags) - ELEMENTS
    charts = {"deals": 4, "one strategy": 2, "matches": 5, "rules": 1}
    assert page.tags.count("svg") == 2 * charts[kind]


def test_pairs_and_ends_of_played_deals_are_those_of_play(kinds, without_charts):
    page, result = Page(meldlab.html_report(kinds["deals"])), kinds["deals"]
    (pair,) = result.pairs().to_dicts()
    (row,) = page.tables["pairs"][1:]
    assert [cell[0] for cell in row[:2]] == [pair["better"], pair["than"]]
    assert [value for cell in row[2:] for value in cell[1]] == [
        pair[name] for name in ("difference", "low", "high", "deals_needed")
    ]
    ends = [each for each in result.whole().to_dicts() if each["outcome"] == "reason"]
    assert [row[1][1][0] for row in page.tables["ends"][1:]] == [each["probability"] for each in ends]
    means = {each["mean"] for each in result.players().to_dicts()}
    assert {value for row in page.tables["players"][1:] for cell in row for value in cell[1]} == means


def test_wins_of_matches_are_those_of_the_match(kinds, without_charts):
    page = Page(meldlab.html_report(kinds["matches"]))
    assert [row[1][1][0] for row in page.tables["wins"][1:]] == kinds["matches"].wins()["share"].to_list()


def test_differences_of_two_rulesets_are_told_with_the_rules(kinds, without_charts):
    page, result = Page(meldlab.html_report(kinds["rules"])), kinds["rules"]
    shown = [row[4][1] for row in page.tables["differences"][1:]]
    assert shown == [[row["difference"]] for row in result.rows().to_dicts()]
    assert any(row[0][0].endswith("play.knock_at") and row[2][0] == "3" for row in page.tables["rules"])


def test_no_text_of_a_run_becomes_markup(played):
    task = replace(played.task, strategies=(EVIL, "random"), game=EVIL)
    provenance = {**played.provenance, "command": EVIL, "environment": {"os": EVIL, "cpu": "\x1b[2J\u202e"}}
    result = replace(played, task=task, provenance=provenance, messages=(EVIL,))
    html = meldlab.html_report([result, played])
    page = Page(html)
    assert set(page.tags) <= ELEMENTS
    assert page.tags.count("script") == 1
    assert "<img" not in html
    assert "\x1b" not in html
    assert page.text.count("<script>alert(1)</script>") > 5
    assert page.figures[0]["strategies"][0] == EVIL
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]


def test_own_rules_are_named_beside_the_nearest_preset(without_charts):
    result = meldlab.simulate("gin", set={"run.min": 4}, deals=500, seed=1)
    page = Page(meldlab.html_report(result))
    assert "The rules are those of “Gin” with these changes:" in page.text
    assert [cell[0] for cell in page.tables["rules"][1]] == ["Fewest cards of a run.run.min", "4", "3"]
    other = replace(result, task=replace(result.task, game="my house"))
    assert "The rules are called “my house”. They are nearest to “Gin”" in Page(meldlab.html_report(other)).text


def test_several_runs_stand_side_by_side(without_charts):
    one, two = (meldlab.simulate("gin", deals=2000, seed=seed) for seed in (1, 2))
    other = meldlab.simulate("gin", set={"run.min": 4}, deals=2000, seed=1)
    page = Page(meldlab.html_report([one, two, other]))
    assert "Run 1, Run 2 ask the same question with different seeds." in page.text
    assert "Run 3 has other rules than Run 1:" in page.text
    means = page.tables["beside"][1]
    assert [cell[1][0] for cell in means[1:]] == [each.score.mean for each in (one, two, other)]
    for feature, row in zip(one.features, page.tables["beside"][2:], strict=True):
        assert [cell[1][0] for cell in row[1:]] == [each.share(feature).probability for each in (one, two, other)]
    targets = {value for _, name, value in page.attributes if name == "href" and value.startswith("#")}
    assert {target[1:] for target in targets} == {value for _, name, value in page.attributes if name == "id"} - {
        "figures"
    }
    assert len(page.figures) == 3


def test_folders_that_are_known_are_named_on_the_page(without_charts):
    one, two = (meldlab.simulate("gin", deals=2000, seed=seed) for seed in (1, 2))
    page = Page(meldlab.html_report([one, two], runs=["monday", "runs of <tuesday>"]))
    assert [text for text, _ in page.tables["runs"][-1]] == ["folder", "monday", "runs of <tuesday>"]
    assert "meldlab rerun monday --check 3" in page.text
    assert "meldlab rerun 'runs of <tuesday>' --check 3" in page.text
    assert "meldlab rerun DIR --check 3" in Page(meldlab.html_report(one)).text
    for wrong in ({"runs": "monday"}, {"runs": ["monday"]}, {"by": "natural_run"}):
        with pytest.raises(meldlab.ArgumentError):
            meldlab.html_report([one, two], **wrong)


def test_runs_of_the_same_deals_are_no_second_opinion(without_charts):
    short, long = (meldlab.simulate("gin", deals=deals, seed=1) for deals in (1000, 2000))
    text = Page(meldlab.html_report([short, long])).text
    assert "Run 1, Run 2 hold the same deals, at least in part" in text
    assert "different seeds" not in text


def test_a_result_of_several_seeds_names_each_with_its_deals(without_charts):
    both = meldlab.simulate("gin", deals=1000, seed=1) + meldlab.simulate("gin", deals=2000, seed=2)
    assert "1 (1,000), 2 (2,000)" in Page(meldlab.html_report(both)).text


def test_one_of_a_thing_is_not_told_in_the_plural(without_charts):
    for one in (meldlab.simulate("gin", deals=1, seed=3), meldlab.play("gin", ["greedy", "random"], deals=1, seed=3)):
        assert not re.search(r">[^<]*\b1 (hands|deals|times)\b", meldlab.html_report([one]))


def test_hands_are_split_as_asked(without_charts):
    result = meldlab.simulate("gin", deals=1000, seed=1, features=["deadwood <= 30"])
    page = Page(meldlab.html_report(result, by=["natural_run", "deadwood<=20"]))
    headings = [row[0][0] for row in page.tables["by"] if not row[0][1]]
    assert headings == ["longest run without a wild card", "deadwood <= 20"]
    expected = [*result.by("natural_run")["count"], *result.by("deadwood <= 20")["count"]]
    assert [row[1][1][0] for row in page.tables["by"] if row[0][1]] == expected
    parts = result.splits("natural_run")
    for row, part in zip(page.tables["by"][1:], parts, strict=False):
        for (_, values), share in ((row[2], part.share), (row[4], part.features["deadwood <= 30"])):
            assert values == [share.probability, share.low, share.high]
    with pytest.raises(meldlab.QueryError, match="wilds"):
        meldlab.html_report(result, by=["wilds"])


@pytest.mark.parametrize("wrong", [None, "run", 3, ["run"], [None]])
def test_what_is_no_result_is_refused(wrong):
    with pytest.raises(meldlab.ArgumentError, match="a result"):
        meldlab.html_report(wrong)


def test_nothing_dealt_is_a_page_without_figures():
    result = meldlab.simulate("gin", deals=10, seed=1)
    empty = replace(result, tally=result.task.nothing(), sources=((1, 0),))
    page = Page(meldlab.html_report(empty))
    assert "features" not in page.tables
    assert "How this was found" in page.text
    with pytest.raises(meldlab.MeldlabError, match="nothing"):
        meldlab.html_report([])
