"""The plan of the house (docs/architecture.md) holds: rooms, arrows, who may know families, how wide functions are."""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT

import meldlab

FLOORS = ("kernels", "sim", "cli")
FAMILIES = ("declare", "deadwood", "value", "contract")
MOST_FILES = 20
MOST_PARAMETERS = 8


def sources() -> list[Path]:
    return [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["meldlab", *(parts[:-1] if parts[-1] == "__init__" else parts)])


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path: Path) -> Iterator[str]:
    """Yield every module of the house that a module imports, late and for type checkers alone as well."""
    known = {module_of(each) for each in sources()}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute"
            for each in node.names:
                name = f"{node.module}.{each.name}"
                if name in known or node.module in known:
                    yield name if name in known else str(node.module)


def test_no_circle_of_modules():
    try:
        tuple(TopologicalSorter({module_of(path): [*imports_of(path)] for path in sources()}).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_folder_holds_more_files_than_one_can_look_over():
    folders = {path.parent for path in sources()}
    sizes = {folder.relative_to(ROOT).as_posix(): len([*folder.glob("*.py")]) for folder in folders}
    assert {name: size for name, size in sizes.items() if size > MOST_FILES} == {}


def test_floors_hold_rooms_not_files():
    flat = {path.relative_to(ROOT).as_posix() for floor in ("kernels", "sim") for path in (ROOT / floor).glob("*.py")}
    assert flat == {"kernels/__init__.py", "kernels/jit.py", "sim/__init__.py"}


def may_know_families(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    rooms = ("sim/games/", "sim/rules/", "cli/views/games/")
    of_a_family = any(part in FAMILIES for part in path.relative_to(ROOT).parts[:-1])  # kernels/<family>/
    return name.startswith(rooms) or of_a_family or (name.startswith("sim/bench/") and path.stem in FAMILIES)


def families_named(tree: ast.Module) -> Iterator[str]:
    """Yield where code asks which family it has: comparisons, cases, tables by family, modules of one family."""
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Compare) and "objective" in ast.unparse(node):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict) and len(families_in([key for key in node.keys if key is not None])) > 1:
            asked = [key for key in node.keys if key is not None]
        elif isinstance(node, (ast.MatchValue, ast.Subscript)):
            asked = [node.value if isinstance(node, ast.MatchValue) else node.slice]
            asked = asked if "objective" in ast.unparse(node) else []
        found = families_in(asked)
        if found:
            yield f"line {node.lineno}: {', '.join(sorted(found))}"
        if isinstance(node, ast.ImportFrom) and node.module and set(node.module.split(".")) & set(FAMILIES):
            yield f"line {node.lineno}: {node.module}"


def families_in(parts: list[ast.expr]) -> set[str]:
    constants = [each for part in parts for each in ast.walk(part) if isinstance(each, ast.Constant)]
    return {each.value for each in constants if each.value in FAMILIES}


def test_only_rooms_of_families_ask_which_family_it_is():
    named = {
        path.relative_to(ROOT).as_posix(): found
        for path in sources()
        if not may_know_families(path) and (found := [*families_named(tree_of(path))])
    }
    assert named == {}


@pytest.mark.parametrize(
    "text",
    [
        'if ruleset.objective == "declare": pass',
        'if "value" != rules.objective: pass',
        'if objective in ("declare", "deadwood"): pass',
        'table = {"declare": 1, "contract": 2}',
        'x = {"value": 1, "deadwood": 2}[objective]',
        'match rules.objective:\n    case "value":\n        pass',
        "from meldlab.sim.games.value.melds import FULL_RUNS",
        "from meldlab.kernels.contract.rules import JOKER",
    ],
)
def test_the_test_sees_who_asks(text):
    tree = ast.parse(text)
    assert [*families_named(tree)] or isinstance(tree.body[0], ast.Match)


def functions(path: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef):
            yield f"{module_of(path)}.{node.name}", node


def public() -> set[str]:
    """Return the functions that users call from Python, and the generators of progress beneath them."""
    named = [getattr(meldlab, name) for name in meldlab.__all__]
    made = {(each.__module__, each.__name__) for each in named if inspect.isfunction(each)}
    return {f"{module}.{before}{name}" for module, name in made for before in ("", "iter_")}


#: Wide for a reason: the columns of the table of rules, each rule a call with some of them by name.
WIDE = {"meldlab.sim.rules.schema.fields.rule"}


def parameters(node: ast.FunctionDef) -> int:
    """Return how many parameters a caller gives."""
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return len([name for place, name in enumerate(names) if place or name not in ("self", "cls")])


def is_command(node: ast.FunctionDef) -> bool:
    """Return whether typer makes a command of a function: its parameters are options."""
    return "typer.Option" in ast.unparse(node.args) or "options." in ast.unparse(node.args)


def test_no_function_asks_for_more_than_a_reader_can_hold():
    wide = {
        name: number
        for path in sources()
        if path.relative_to(ROOT).parts[0] in ("sim", "cli")
        for name, node in functions(path)
        if (number := parameters(node)) > MOST_PARAMETERS
        and name not in public() | WIDE
        and not (name.startswith("meldlab.cli.") and is_command(node))
    }
    assert wide == {}


def places_named(text: str) -> set[str]:
    """Return the modules and files of the house that a text names, as paths."""
    dotted = re.findall(r"(?<![\w./])(?:meldlab\.)?((?:kernels|sim|cli)(?:\.[a-z_]\w*)+)", text)
    slashed = re.findall(r"(?<![\w./-])((?:kernels|sim|cli)/[\w/]*\w(?:\.\w+)?)", text)
    return {name.replace(".", "/") for name in dotted} | set(slashed)


def test_places_named_in_words_are_there():
    missing = {}
    for path in sources():
        words = [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
            if token.type == tokenize.COMMENT or token.string.startswith(('"""', 'r"""'))
        ]
        for name in places_named("\n".join(words)):
            # a module, a folder, a file, or a name in a module
            found = any((ROOT / each).exists() for each in (name, f"{name}.py", f"{name.rpartition('/')[0]}.py"))
            if not found:
                missing[path.relative_to(ROOT).as_posix()] = name
    assert missing == {}
