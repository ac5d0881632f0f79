"""Bad command lines and rule files: each with its message and exit code, and nothing written anywhere.

Rows for `analyze` hands and batch lines stand in the tests of that command.
"""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app

FILES = {
    "notoml.toml": b"name = 'x'\nrun = = 3",
    "latin.toml": b'about = "tr\xedo"',
    "unknown.toml": b'extends = "indian-rummy"\nrun.aec = "high"\n',
    "bounds.toml": b'extends = "continental"\nrun.min = 1\npoints.joker = 1000\n',
    "kinds.toml": b'extends = "indian-rummy"\nrun.min = "3"\nset.distinct_suits = 1\npack = "all"\n',
    "loop.toml": b'extends = "loop.toml"\n',
    "orphan.toml": b'extends = "missing.toml"\n',
    "badbase.toml": b'extends = "unknown.toml"\n',
    "origin.toml": b'extends = "gin"\norigin."run.min" = "my uncle"\norigin.rum = "seed: x"\n',
    "melds.toml": b'extends = "pinacle"\n[special.melds]\naces9 = { naturals = 9, valeu = 1 }\naces6.ranks = "2A"\n',
    "other.toml": b'extends = "gin"\ndeclare.min_pure = 2\n',
    "words.toml": b'extends = "gin"\nname = 3\n',
}

SHOW = ("rules", "show", "indian-rummy")
CHECK = ("rules", "check")

ROWS: list[tuple[tuple[str, ...], int, tuple[str, ...]]] = [
    # command lines
    (("analyse",), 2, ("there is no command 'analyse'", "Did you mean analyze?")),
    (("rules", "show"), 2, ("PRESET|FILE: the argument is missing",)),
    (("rules", "show", "indian-rumy"), 2, ("no preset called", "Did you mean indian-rummy?")),
    (("rules", "diff", "gin", "nim"), 2, ("meldlab: nim: there is no preset",)),
    (("rules", "check", "nim"), 2, ("meldlab: nim: there is no preset",)),
    (("rules", "schema", "-o", "schema.csv"), 2, ("-o schema.csv: a schema is JSON",)),
    (("rules", "new", "--from"), 2, ("--from: the value is missing", "See: meldlab rules new -h")),
    (("simulate", "-g"), 2, ("-g: the value is missing", "See: meldlab simulate -h")),
    (("compare", "-g", "gin", "--strategy", "greedy"), 2, ("--strategy: 1 strategy cannot be compared",)),
    (("compare", "-g", "gin", "--strategy", "greedy", "--against", "nim"), 2, ("--against: there is no preset",)),
    (
        ("compare", "-g", "gin", "--strategy", "greedy", "--against-set", "x"),
        2,
        ("--against-set: 'x' is not KEY=VALUE", "--against-set run.ace=high"),
    ),
    (
        ("replay", "-g", "indian-rummy", "--strategy", "greedy", "--seed", "1", "--rotation", "9"),
        2,
        ("--rotation: these players have no rotation 9 (allowed: 0: all play alike)",),
    ),
    (("rules", "show", "nothere.toml"), 2, ("nothere.toml", "cannot be read", "No such file")),
    (("rules", "show", "."), 2, ("no preset called '.'",)),
    (("rules", "show", "./"), 2, ("cannot be read", "directory")),
    ((*SHOW, "-f", "xml"), 2, ("-f: 'xml' is no choice", "parquet")),
    ((*SHOW, "-f", "csv", "--json"), 2, ("contradict each other",)),
    ((*SHOW, "-f", "parquet"), 2, ("Parquet goes to a file only", "-o FILE.parquet")),
    ((*SHOW, "-o", "rules.docx"), 2, ("'.docx' names no format", ".jsonl")),
    ((*SHOW, "-o", "rules.csv", "-f", "json"), 2, ("contradict each other",)),
    ((*SHOW, "-o", "no/such/folder/rules.csv"), 2, ("no/such/folder/rules.csv", "cannot be written")),
    ((*SHOW, "--format"), 2, ("--format",)),
    (("rules", "new", "house.txt"), 2, ("house.txt", "ends in .toml")),
    (("rules", "new", "no/such/house.toml"), 2, ("no/such/house.toml", "cannot be written")),
    (("rules", "new", "words.toml/house.toml"), 2, ("words.toml/house.toml", "cannot be written", "Not a directory")),
    (("rules", "new", "unknown.toml"), 2, ("unknown.toml", "is not overwritten")),
    (("rules", "new", "house.toml", "--from", "canasta"), 2, ("'canasta' is no preset", "continental-spain")),
    (("rules", "new", "house.toml", "--set", "run.min=2"), 2, ("run.min", "below the minimum 3")),
    (("rules", "diff", "gin"), 2, ("PRESET|FILE: the argument is missing",)),
    # --set
    ((*SHOW, "--set", "run.ace"), 2, ("is not KEY=VALUE", "--set run.ace=high")),
    ((*SHOW, "--set", "run.ace="), 2, ("is not KEY=VALUE",)),
    ((*SHOW, "--set", "run.ace=[1,"), 2, ("--set run.ace", "is not a TOML value")),
    ((*SHOW, "--set", "run.ace=wrap"), 2, ("run.ace", '"wrap" is not', '"circular"')),
    ((*SHOW, "--set", "run.aec=high"), 2, ("run.aec", "did you mean run.ace?")),
    ((*SHOW, "--set", "trio_gate=none"), 2, ("did you mean declare.set_gate?",)),
    ((*SHOW, "--set", "points.A=99"), 2, ("99 is above the maximum 50",)),
    ((*SHOW, "--set", "points.A=true"), 2, ("points.A", "true is not allowed")),
    ((*SHOW, "--set", "points.A=1.5"), 2, ("points.A", "1.5 is not allowed")),
    ((*SHOW, "--set", "play.fee=nan"), 2, ("play.fee", "not allowed")),
    ((*SHOW, "--set", "points.joker=10"), 2, ("describe no such value", "allowed: 0")),
    ((*SHOW, "--set", "run=3", "--set", "run.min=3"), 2, ("run.min and a key above it",)),
    ((*SHOW, "--set", "contract.hands=['TT']"), 2, ("a declare game does not read it",)),
    ((*SHOW, "--set", "run.min=9", "--set", "run.max=8"), 2, ("1 problem run.min: 9 is more than run.max",)),
    # files under `rules check`: 4 for content, 2 when there is no content to check
    ((*CHECK, "notoml.toml"), 2, ("notoml.toml", "is not TOML", "line")),
    ((*CHECK, "latin.toml"), 2, ("latin.toml", "is not UTF-8")),
    ((*CHECK, "missing.toml"), 2, ("missing.toml", "cannot be read")),
    ((*CHECK, "unknown.toml"), 4, ("unknown.toml: 1 problem", "did you mean run.ace?")),
    ((*CHECK, "bounds.toml"), 4, ("2 problems", "1 is below the minimum 3", "1000 is above the maximum 100")),
    ((*CHECK, "kinds.toml"), 4, ("3 problems", '"3" is not allowed', "allowed: true, false", '"all" is not a table')),
    ((*CHECK, "loop.toml"), 4, ("extends", "leads back")),
    ((*CHECK, "orphan.toml"), 4, ("extends", "missing.toml", "cannot be read")),
    ((*CHECK, "badbase.toml"), 4, ("unknown.toml, which badbase.toml extends: 1 problem", "did you mean run.ace?")),
    ((*CHECK, "origin.toml"), 4, ("origin.run.min", "does not say where", "origin.rum: there is no such rule")),
    ((*CHECK, "melds.toml"), 4, ("special.melds.aces9.valeu", "did you mean special.melds.aces9.value?", "2A names")),
    ((*CHECK, "other.toml"), 4, ("declare.min_pure", "a deadwood game does not read it")),
    ((*CHECK, "words.toml"), 4, ("name: 3 is not text",)),
    # the same files used as a game
    (("rules", "show", "unknown.toml"), 2, ("unknown.toml: 1 problem",)),
    (("rules", "diff", "gin", "bounds.toml"), 2, ("bounds.toml: 2 problems",)),
]


@pytest.mark.parametrize(
    ("words", "code", "fragments"),
    ROWS,
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_bad_input_is_told_what_is_wrong_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, fragments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    result = CliRunner().invoke(app, list(words))
    said = " ".join((result.stdout + result.stderr).replace("│", " ").split())
    assert result.exit_code == code, said
    for fragment in fragments:
        assert fragment in said
    assert "Traceback" not in said
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == FILES
    if code == 2:
        assert result.stdout == ""


def test_a_read_only_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    def refuse(**options: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Root may write anywhere, so the refusal is staged where the file would be made.
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    result = CliRunner().invoke(app, ["rules", "list", "-o", str(tmp_path / "list.csv")])
    assert result.exit_code == 2
    assert "list.csv: cannot be written: Permission denied" in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []
