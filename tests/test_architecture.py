"""The rules of the architecture that a reader relies on, checked on the source text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.templates import folder

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "veriabs"
FILES = sorted(PACKAGE.rglob("*.py"))

BASE = {"model", "errors", "ctree", "templates", "typing_rules", "process", "__init__"}
STAGES = {
    "source": {"source"},
    "slicing": {"slicing"},
    "loops": {"loops"},
    "encode": {"encode", "conditions", "commute", "bounds", "invariants", "lemmas", "witnessing", "cells"}
    | {"gate", "sizes", "explicit"},
    "cbmc": {"cbmc"},
    "report": {"report"},
    "verdict": {"verdict"},
    "replay": {"replay"},
    "results": {"results"},
    "pruning": {"pruning"},
    "calculation": {"calculation"},
    "induction": {"induction"},
    "closedform": {"closedform"},
}
"""Stages by the modules that they consist of; those of `encode` are the stage between loops and strategies."""

ALLOWED = {
    "slicing": {"source"},
    "encode": {"loops"},
    "induction": {"loops", "encode"},
    "pruning": {"loops", "encode"},
    "report": {"loops"},
    "replay": {"cbmc"},
}
"""Stages that call functions of another one: the encoding and the report print what the analysis found, and a replay
starts from what a trace of CBMC says; slices are made of the syntax tree."""

OUTER = {
    "refinement": 3,
    "strategies": 3,
    "session": 4,
    "doubts": 5,
    "knowledge": 5,
    "portfolio": 5,
    "refute": 5,
    "shrink": 6,
    "prove": 6,
    "engine": 7,
    "batch": 8,
    "arguments": 9,
    "commands": 9,
    "terminal": 9,
    "printing": 9,
    "cli": 10,
    "__main__": 11,
}
"""The layers outside the stages, inner ones first."""

EDGES = {
    "distributed": {"batch/cluster.py", "batch/remote.py"},
    "jinja2": {"templates.py"},
    "psutil": {"process.py"},
    "pycparser": {"source", "slicing"},
    "yaml": {"source/task.py"},
    "z3": {"closedform", "induction"},
    "rich": {"report", "cli.py"},
    "typer": {"cli.py", "arguments.py"},
}
"""Where an outside package may be imported."""

MOST_LINES = 400
LONGER: dict[str, str] = {"model.py": "every dataclass and enum, in the order of the pipeline", "ctree.py": "one tree"}
MOST_STATEMENT_LINES = 60


def inside(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, *, lazy: bool = True) -> Iterator[str]:
    """Dotted names of the modules that a file imports; without `lazy` only when it is itself imported."""
    nodes = ast.walk(tree(path)) if lazy else iter(tree(path).body)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top(path: Path) -> str:
    """The module or subpackage of `veriabs` that a file belongs to."""
    return inside(path).split("/")[0].removesuffix(".py")


def own_imports(path: Path) -> set[str]:
    """Modules and subpackages of `veriabs` that a file imports."""
    names = (name.split(".") for name in imports(path) if name.split(".")[0] == "veriabs")
    return {parts[1] for parts in names if len(parts) > 1}


def stage_of(module: str) -> str | None:
    return next((stage for stage, modules in STAGES.items() if module in modules), None)


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_every_module_has_its_layer(path: Path) -> None:
    assert top(path) in BASE or stage_of(top(path)) or top(path) in OUTER


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_imports_are_one_way(path: Path) -> None:
    """Model and errors, then the tree, then stages, then strategies, engine, batch, cli."""
    me = top(path)
    for other in own_imports(path) - {"__version__"}:
        if me in BASE:
            assert other in BASE, f"{me} -> {other}"
        elif (stage := stage_of(me)) is not None:
            theirs = stage_of(other)
            assert other in BASE or theirs == stage or theirs in ALLOWED.get(stage, set()), f"{me} -> {other}"
        elif other in OUTER:
            assert OUTER[other] <= OUTER[me], f"{me} -> {other}"


@pytest.mark.parametrize("path", [PACKAGE / "model.py", PACKAGE / "errors.py"], ids=inside)
def test_model_and_errors_import_nothing(path: Path) -> None:
    assert own_imports(path) == set()


def test_tree_imports_only_the_model() -> None:
    assert own_imports(PACKAGE / "ctree.py") <= {"model", "errors"}
    assert own_imports(PACKAGE / "typing_rules.py") <= {"model", "errors", "ctree"}


@pytest.mark.parametrize("outside", EDGES)
def test_outside_package_has_one_edge(outside: str) -> None:
    for path in FILES:
        if any(name.split(".")[0] == outside for name in imports(path)):
            assert any(inside(path) == edge or inside(path).startswith(f"{edge}/") for edge in EDGES[outside])


@pytest.mark.parametrize("heavy", ["distributed", "rich", "sympy", "yaml", "z3"])
def test_heavy_packages_are_imported_where_they_are_needed(heavy: str) -> None:
    """A plain run must not pay for what it does not use."""
    eager = [inside(path) for path in FILES if any(n.split(".")[0] == heavy for n in imports(path, lazy=False))]
    assert eager == []


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_only_cli_prints_or_exits(path: Path) -> None:
    if inside(path) in ("cli.py", "__main__.py", "terminal.py"):
        return
    calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    assert not [f for f in calls if isinstance(f, ast.Name) and f.id in ("print", "exit", "quit")]
    assert not [f for f in calls if isinstance(f, ast.Attribute) and ast.unparse(f) in ("sys.exit", "os._exit")]


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_files_are_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES or inside(path) in LONGER, f"{lines} lines"


def test_list_of_longer_files_is_up_to_date() -> None:
    long = {inside(p) for p in FILES if len(p.read_text(encoding="utf-8").splitlines()) > MOST_LINES}
    assert set(LONGER) >= long


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_functions_are_short(path: Path) -> None:
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    long = {f.name: f.end_lineno - f.lineno + 1 for f in functions if f.end_lineno is not None}
    assert {name: lines for name, lines in long.items() if lines > MOST_STATEMENT_LINES} == {}


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree(path)) or not tree(path).body
    assert path.stem not in ("utils", "util", "helpers", "common", "misc")


def test_every_strategy_has_template_and_golden_folder() -> None:
    assert strategies.names()
    for name in strategies.names():
        cuts = hasattr(strategies.load(name), "parts")  # into programs that other strategies have templates for
        assert cuts or any((folder() / kind / f"{name}.c.j2").is_file() for kind in ("harness", "replay"))
        assert (ROOT / "tests" / "golden" / name).is_dir()
    assert strategies.provers(strategies.names())


def test_every_strategy_is_documented() -> None:
    for name in strategies.names():
        text = strategies.load(name).__doc__ or ""
        assert all(heading in text for heading in ("What it does", "When it applies", "Why it is sound", "Example"))
