"""The project as a whole: what is packaged, what is pinned, which way the arrows point."""

import re
import subprocess
import sys
import tomllib

import pytest
from places import ROOT

import meldlab

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ("kernels", "sim", "cli")


def test_every_room_is_packaged() -> None:
    found = {"meldlab": "."}
    for room in ROOMS:
        for init in (ROOT / room).rglob("__init__.py"):
            folder = init.parent.relative_to(ROOT)
            found["meldlab." + ".".join(folder.parts)] = folder.as_posix()
    assert PROJECT["tool"]["setuptools"]["package-dir"] == found
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == set(found)


def test_the_version_stands_in_one_way() -> None:
    assert PROJECT["project"]["version"] == meldlab.__version__
    assert f"## {meldlab.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_pins_have_hashes_and_no_addresses() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert " @ " not in text
    for block in re.split(r"\n(?=[a-z])", text):
        assert re.match(r"[a-z0-9.-]+==\S+", block), block
        assert "--hash=sha256:" in block


def test_everything_needed_is_pinned() -> None:
    pinned = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE))
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
    assert {re.split(r"[>=<\[]", each)[0] for each in wanted} <= pinned


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("kernels", "import polars"),
        ("kernels", "from meldlab.sim import errors"),
        ("kernels", "import scipy.stats"),
        ("sim", "import typer"),
        ("sim", "from meldlab.cli import app"),
        ("sim", "print(1)"),
        ("sim/rules", "import rich"),
        ("cli", "import click"),
    ],
)
def test_arrows_point_downward_only(room: str, line: str) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251,T20", "-"]
    check = [*command, "--stdin-filename", str(ROOT / room / "somewhere.py")]
    refused = subprocess.run(check, input=f"{line}\n", capture_output=True, text=True, cwd=ROOT, check=False)
    assert refused.returncode == 1, refused.stdout + refused.stderr


def test_no_path_of_a_machine_and_no_registry_address_is_committed() -> None:
    files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT, check=False)
    if files.returncode:
        pytest.skip("not a git clone")
    # Put together here, so that this file does not find itself.
    wrong = re.compile(
        "|".join(["/" + "work/", "/" + "root/", "/" + "tmp/", "pythonhosted" + r"\.org", "index-url ?= ?" + "http"])
    )
    for name in filter(None, files.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and not name.startswith("tests/cases/"):
            assert not wrong.search(path.read_text(encoding="utf-8", errors="replace")), name
