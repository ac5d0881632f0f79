"""Versions of machine code: what makes kernels others, and what does not."""

import textwrap
from pathlib import Path

import pytest

from meldlab.kernels import jit

MODULES = {
    "__init__.py": '"""Kernels."""\n',
    "bits.py": '"""Bits."""\nLOW = 1\n\n\ndef one(word):\n    """Return a bit."""\n    return word & LOW\n',
    "others.py": "def one(word):\n    return word | 1\n",
    "game/__init__.py": '"""A game."""\n',
    "game/rules.py": "from meldlab.kernels.bits import one\n\n\ndef rule(word):\n    return one(word) + 1\n",
    "game/points.py": "from meldlab.kernels.game.rules import rule\n\n\ndef points(word):\n    return rule(word)\n",
}


def house(folder: Path, changes: dict[str, str | None] | None = None) -> Path:
    """Write the kernels of `MODULES` with some of them changed, added or (None) left out."""
    for name, text in (MODULES | (changes or {})).items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


def versions(tmp_path: Path, changes: dict[str, str | None]) -> tuple[dict[str, str], dict[str, str]]:
    before = jit.source_versions(house(tmp_path / "before"))
    return before, jit.source_versions(house(tmp_path / "after", changes))


def test_comments_docstrings_and_places_in_a_file_change_no_version(tmp_path):
    told = '''
        """Bits, told at length."""

        # why
        LOW = 1  # the lowest


        def one(word):
            # a comment
            return word & LOW
        '''
    before, after = versions(tmp_path, {"bits.py": told})
    assert before == after


def test_a_moved_module_changes_no_version(tmp_path):
    rule = MODULES["game/rules.py"].replace("kernels.bits", "kernels.cards.low_bits")
    changes = {"bits.py": None, "cards/__init__.py": "", "cards/low_bits.py": MODULES["bits.py"], "game/rules.py": rule}
    before, after = versions(tmp_path, changes)
    assert after["game/points.py"] == before["game/points.py"]
    assert after["cards/low_bits.py"] == before["bits.py"]
    assert jit.version_of_all(after) == jit.version_of_all(before)


@pytest.mark.parametrize(
    "imported",
    [
        "from meldlab.kernels.bits import one",
        "from meldlab.kernels import bits",
        "import meldlab.kernels.bits",
        "import meldlab.kernels.bits as low",
        "from ..bits import one",
        "from .. import bits",
        "def later():\n    from meldlab.kernels.bits import one",
        "if 1:\n    from meldlab.kernels.bits import (\n        one as first,\n    )",
    ],
)
def test_a_change_in_a_module_reaches_all_that_import_it_in_whatever_way(tmp_path, imported):
    rule = f"{imported}\n\n\ndef rule(word):\n    return word\n"
    changed = MODULES["bits.py"].replace("word & LOW", "word ^ LOW")
    before = jit.source_versions(house(tmp_path / "before", {"game/rules.py": rule}))
    after = jit.source_versions(house(tmp_path / "after", {"game/rules.py": rule, "bits.py": changed}))
    assert {name for name in before if before[name] != after[name]} == {"bits.py", "game/rules.py", "game/points.py"}
    assert jit.version_of_all(before) != jit.version_of_all(after)


@pytest.mark.parametrize(
    "imported", ["from meldlab.kernels.others import one", "from meldlab.kernels.bits import LOW as one"]
)
def test_the_same_name_taken_from_elsewhere_is_another_version(tmp_path, imported):
    rule = MODULES["game/rules.py"].replace("from meldlab.kernels.bits import one", imported)
    before, after = versions(tmp_path, {"game/rules.py": rule})
    assert {name for name in before if before[name] != after[name]} == {"game/rules.py", "game/points.py"}


@pytest.mark.parametrize("text", ["LOW = 2", "LOW = True", "LOW = 1.0", "LOW = None", "LOW: int = 1"])
def test_other_code_is_another_version(tmp_path, text):
    before, after = versions(tmp_path, {"bits.py": MODULES["bits.py"].replace("LOW = 1", text)})
    assert before["bits.py"] != after["bits.py"]


def test_the_version_of_this_house_is_that_of_its_sources():
    root = Path(jit.__file__).parent
    assert jit.kernel_version() == jit.version_of_all(jit.source_versions(root))
