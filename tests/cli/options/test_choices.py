"""Options that contradict each other, or that are told by the name the user typed."""

from pathlib import Path

import pytest
import typer
import typer.main
from typer.core import TyperGroup
from typer.testing import CliRunner, Result

from meldlab.cli.app import app

HAND = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH"
RUMMY = ("-g", "indian-rummy")


def meldlab(*words: str | Path, **variables: str) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env=variables)


@pytest.mark.parametrize("command", [("simulate", "-n", "1000"), ("analyze", HAND)], ids=["simulate", "analyze"])
def test_players_whose_hands_do_not_fit_into_the_decks_are_refused(command: tuple[str, ...]) -> None:
    result = meldlab(*command, *RUMMY, "--decks", "1", "--players", "6")
    assert result.exit_code == 2
    assert "--decks: 6 players need 80 cards (13 each), the pack has 54" in result.stderr


@pytest.mark.parametrize("command", [("simulate", "-n", "1000"), ("analyze", HAND)], ids=["simulate", "analyze"])
def test_decks_win_over_players_and_the_head_says_so(command: tuple[str, ...]) -> None:
    said = "--decks 3 wins over --players 4, for whom the rules have 2"
    assert said in meldlab(*command, *RUMMY, "--decks", "3", "--players", "4").stdout
    assert "wins over" not in meldlab(*command, *RUMMY, "--decks", "2", "--players", "4").stdout


@pytest.mark.parametrize(
    "command",
    [("simulate", *RUMMY), ("analyze", HAND, *RUMMY), ("rules", "show", "gin"), ("rules", "new", "house.toml")],
    ids=" ".join,
)
def test_a_rule_that_is_set_twice_is_named(command: tuple[str, ...]) -> None:
    result = meldlab(*command, "--set", "run.ace=high", "--set", "run.ace=low")
    assert result.exit_code == 2
    assert "--set run.ace: is set twice" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", *RUMMY, "--keep-hands"), "--keep-hands: hands need a place"),
        (("simulate", *RUMMY, "-n", "1e16"), "-n: 10,000,000,000,000,000 deals"),
        (("simulate", *RUMMY, "--deals=1e16"), "--deals: 10,000,000,000,000,000 deals"),
        (("simulate", *RUMMY, "--seed", "-1"), "--seed: -1 is not a seed"),
        (("simulate", *RUMMY, "--seed", "1.5"), "--seed: '1.5' is not a whole number"),
        (("simulate", *RUMMY, "--target-rel", "a"), "--target-rel: 'a' is not a number"),
        (("simulate", *RUMMY, "--target-rel", "0"), "--target-rel: 0 is not a precision"),
        (("simulate", *RUMMY, "--max-seconds", "0"), "--max-seconds: 0 seconds"),
        (("simulate", *RUMMY, "--workers", "0"), "--workers: 0 workers"),
        (("simulate", *RUMMY, "--engine", "fast"), "--engine: 'fast' is no choice (allowed: serial, threads, dask)"),
        (
            ("simulate", *RUMMY, "--engine", "serial", "--scheduler", "tcp://a:1"),
            "--scheduler and --engine serial: do not go together. Leave --engine out",
        ),
        (
            ("odds", "points <= 9", *RUMMY, "--workers", "2", "--scheduler", "tcp://a:1"),
            "--scheduler and --workers: do not go together. The cluster has its own workers",
        ),
        (("play", *RUMMY, "--strategy", "greedy", "--scheduler", "a"), "--scheduler a: no scheduler answers"),
        (("simulate", *RUMMY, "--engine", "dask", "--workers", "0"), "--workers: 0 workers"),
        (("simulate", *RUMMY, "--players", "1"), "--players: 1 player cannot play"),
        (("simulate", *RUMMY, "--target", "can_declare"), "--target: a target needs a precision. Give --target-rel"),
        (("simulate", *RUMMY, "--nonsense"), "there is no option --nonsense"),
        (("simulate", "-n", "5"), "-g/--game: the option is missing"),
        (("analyze", HAND, *RUMMY, "--dead", "xx"), "--dead, card 1: 'xx' is no card"),
        (("analyze", HAND, *RUMMY, "--wild", "X"), "--wild 'X': is no rank"),
        (("analyze", HAND, *RUMMY, "--wild"), "--wild: the value is missing"),
        (("analyze", HAND, *RUMMY, "-f", "xml"), "-f: 'xml' is no choice (allowed: table"),
        (("analyze", HAND, "4H 5H", *RUMMY), "argument 2 has 2 cards (allowed: 13 cards"),
        (("rules", "diff", "gin", "gin", "gin"), "gin: is more than the command takes"),
        (("rules", "new"), "FILE: the file to write is missing"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_errors_speak_with_one_voice_and_of_what_was_typed(words: tuple[str, ...], told: str) -> None:
    result = meldlab(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"meldlab: {told}") or (
        result.stderr.startswith("meldlab: HAND: ") and told in result.stderr
    )
    assert result.stderr.count("\n") == 1


def test_every_file_is_checked_and_the_worst_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"bad": "run.aec = 1", "worse": "run.min = 1", "text": "= 3"}.items():
        Path(f"{name}.toml").write_text(f'extends = "gin"\n{text}\n', encoding="utf-8")
    result = meldlab("rules", "check", "bad.toml", "missing.toml", "text.toml", "worse.toml", "gin")
    assert result.exit_code == 2
    for part in ("bad.toml: 1 problem", "worse.toml: 1 problem", "gin: no problems"):
        assert part in result.stdout
    for part in ("missing.toml: cannot be read", "text.toml: is not TOML"):
        assert part in result.stderr
    assert meldlab("rules", "check", "bad.toml", "gin").exit_code == 4


def test_a_new_rules_file_is_an_argument_or_an_output(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    assert meldlab("rules", "new", "-o", file).exit_code == 0
    assert file.exists()
    twice = meldlab("rules", "new", tmp_path / "other.toml", "-o", file)
    assert (twice.exit_code, "is named twice" in twice.stderr) == (2, True)


def test_every_command_can_be_quiet_and_verbose() -> None:
    def commands(group: TyperGroup) -> list[object]:
        below = [each for name in group.commands.values() if isinstance(name, TyperGroup) for each in commands(name)]
        return [*below, *(each for each in group.commands.values() if not isinstance(each, TyperGroup))]

    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    for command in (root, *commands(root)):
        names = {name for parameter in command.params for name in parameter.opts}  # type: ignore[attr-defined]
        assert {"-q", "--quiet", "-v", "--verbose"} <= names


def test_a_folder_without_permission_is_not_told_to_free_the_disk() -> None:
    from meldlab.sim.runs.parts import cannot_write

    assert "disk" not in str(cannot_write(Path("run"), PermissionError(13, "Permission denied")))
    assert "free the disk" in str(cannot_write(Path("run"), OSError(28, "No space left on device")))


@pytest.mark.parametrize("columns", ["60", "40"])
def test_figures_are_complete_on_narrow_terminals(columns: str) -> None:
    import re

    for words in (
        ("simulate", *RUMMY, "-n", "100k", "--seed", "1", "--by", "wilds"),
        ("analyze", f"{HAND} QC", *RUMMY),
        ("rules", "diff", "gin", "continental"),
        ("rules", "list"),
    ):
        wide, narrow = (meldlab(*words, "--ascii", COLUMNS=width).stdout for width in ("200", columns))
        assert "\u2026" not in narrow
        figures = [sorted(re.findall(r"\d[\d.,]*", re.sub(r"[\d,]+ hands/s", "", text))) for text in (wide, narrow)]
        assert figures[0] == figures[1]
