"""Documents keep up with the code: the map names every folder, links lead somewhere, examples print what they show."""

import ast
import doctest
import os
import re
import subprocess
import sys

import pytest
from places import ROOT

FLOORS = ("kernels", "sim", "cli")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "results/README.md"]


def test_the_map_has_a_line_for_every_folder_and_that_line_is_its_docstring():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for floor in FLOORS:
        folders = [path.parent for path in (ROOT / floor).rglob("__init__.py")]
        lines = []
        for folder in sorted(folders, key=lambda folder: folder.parts):
            *above, name = folder.relative_to(ROOT).parts
            told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
            assert told is not None, folder
            room = "  " * len(above) + f"{name}/"
            lines.append(f"{room:<20}{told.splitlines()[0]}")
        assert "\n".join(lines) + "\n" in page
    assert len(page.splitlines()) <= 150


def test_every_place_that_the_map_names_is_there():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w./]+/[\w./]*)`", page) if not name.startswith("/")}
    missing = {name for name in named if not (ROOT / name).exists()}
    assert len(named) > 20
    assert missing == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_python_examples_print_what_they_show(page, tmp_path):
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if ">>>" not in text:
        assert not blocks
        return
    examples = tmp_path / "examples.txt"
    examples.write_text("\n".join(blocks), encoding="utf-8")
    # A process of its own: what it prints must not depend on the tests that ran before.
    options = [word for name in ("ELLIPSIS", "NORMALIZE_WHITESPACE") for word in ("-o", name)]
    command = [sys.executable, "-m", "doctest", *options, str(examples)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert doctest.DocTestParser().get_examples(examples.read_text(encoding="utf-8"))
