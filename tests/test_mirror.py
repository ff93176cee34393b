"""Test that `tests/unit` mirrors the package: every test file has its module, and every module its tests.

A module without a test file is internal: `THROUGH` names the tests that run it, through the module that other packages
import.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE, UNIT, TEMPLATES = ROOT / "veriabs", ROOT / "tests" / "unit", ROOT / "templates"
THROUGH = {
    "annotate/": "unit/annotate/test_annotate.py",
    "batch/": "test_batch.py",
    "cli/": "test_cli.py",
    "client.py": "service/test_server.py",
    "confine/": "containment/test_launcher.py",
    "core/": "unit/verify/test_portfolio.py",
    "encode/": "test_golden.py",
    "frontend/": "unit/frontend/lower/test_lower.py",
    "frontend/contract/": "unit/frontend/contract/test_extraction.py",
    "frontend/harness/": "unit/frontend/test_entry.py",
    "frontend/instrument/": "unit/frontend/instrument/test_instrument.py",
    "frontend/instrument/observe.py": "unit/validation/test_validator.py",
    "frontend/lower/": "unit/frontend/lower/test_lower_behaviour.py",
    "frontend/slicing/": "unit/frontend/slicing/test_slice.py",
    "install/": "unit/install/test_provision.py",
    "invariants/quantified/": "unit/invariants/quantified/test_candidates.py",
    "invariants/scalar/": "unit/strategies/test_induction.py",
    "loops/": "unit/loops/test_build.py",
    "loops/iterations.py": "unit/report/test_loops.py",
    "proofcheck/": "unit/proofcheck/test_check.py",
    "report/": "unit/report/test_batch_report.py",
    "report/places.py": "unit/report/test_witness.py",
    "report/values.py": "unit/report/test_witness.py",
    "service/": "unit/service/conftest.py",
    "solvers/": "unit/solvers/test_driver.py",
    "strategies/": "test_architecture.py",
    "strategies/array_refinement/": "unit/strategies/array_refinement/test_strategy.py",
    "strategies/closed_forms/": "unit/strategies/closed_forms/test_decide.py",
    "strategies/closed_forms/proof.py": "unit/strategies/closed_forms/test_strategy.py",
    "strategies/pruning/": "unit/strategies/pruning/test_strategy.py",
    "strategies/shrinking/": "test_generated_c.py",
    "strategies/witness_index/": "unit/strategies/witness_index/test_strategy.py",
    "terms/": "unit/terms/test_terms.py",
    "validation/": "unit/validation/test_validator.py",
    "validation/clause_templates.py": "unit/validation/test_clauses.py",
    "verify/": "unit/verify/test_engine.py",
}
"""Folders and single modules of the package, and the file below `tests` that asks them."""

STARTED = ("batch/worker.py", "service/worker.py")
"""Started by name, in processes of their own."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def has_code(path: Path) -> bool:
    """Does a module do anything, or has it only data, types, names of others, or a process that is started by name?"""
    return path.name != "__main__.py" and any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree(path)))


@cache
def modules() -> tuple[Path, ...]:
    """The modules that have code."""
    return tuple(path.relative_to(PACKAGE) for path in sorted(PACKAGE.rglob("*.py")) if has_code(path))


@cache
def files() -> tuple[Path, ...]:
    """The test files."""
    return tuple(path.relative_to(UNIT) for path in sorted(UNIT.rglob("test_*.py")))


def own(module: Path) -> list[Path]:
    """The test files of a module: `test_<module>.py`, and `test_<module>_<aspect>.py`."""
    beside = [one for one in files() if one.parent == module.parent]
    return [one for one in beside if f"{one.stem}_".startswith(f"test_{module.stem}_")]


def listed_place(module: Path) -> str | None:
    """The entry of `THROUGH` that a module falls under."""
    places = [module.as_posix(), *(f"{folder.as_posix()}/" for folder in module.parents)]
    return next((place for place in places if place in THROUGH), None)


@cache
def imported(path: Path) -> frozenset[Path]:
    """The files of the package that a file imports, wherever it does so."""
    found = set[Path]()
    for node in ast.walk(tree(path)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {place for name in names for place in _files(name)}
    return frozenset(found)


def _files(name: str) -> set[Path]:
    """The file of a dotted name, and those of the packages that hold it."""
    parts = name.split(".")
    paths = [ROOT.joinpath(*parts[: count + 1]) for count in range(len(parts))] if parts[0] == "veriabs" else []
    return {place for path in paths for place in (path.with_suffix(".py"), path / "__init__.py") if place.is_file()}


@cache
def reached(test: str) -> frozenset[Path]:
    """The modules that a test file imports, directly or indirectly."""
    return _below(ROOT / "tests" / test, ROOT / "tests" / "conftest.py")


def _below(*files: Path) -> frozenset[Path]:
    waiting, seen = list(files), set[Path](files)
    while waiting:
        new = imported(waiting.pop()) - seen
        seen |= new
        waiting += new
    return frozenset(seen)


def test_every_test_file_is_named_after_its_module() -> None:
    """Or after a template of the room."""
    assert [str(file) for file in files() if not any(_is_named_after(file, name) for name in _names(file.parent))] == []


def _names(folder: Path) -> set[str]:
    rooms = (PACKAGE / folder, TEMPLATES / folder)
    return {path.name.split(".")[0] for room in rooms if room.is_dir() for path in room.iterdir()}


def _is_named_after(file: Path, name: str) -> bool:
    return f"{file.stem}_".startswith(f"test_{name}_")


def test_every_module_with_code_has_its_tests() -> None:
    """Its own ones, or the place that it is reached through has an entry above."""
    assert [str(module) for module in modules() if not own(module) and not listed_place(module)] == []


def test_modules_without_a_test_file_are_imported_by_tests() -> None:
    """The tests of their package, or those listed for modules that several packages use, import them."""
    asked = _below(*(PACKAGE / module for module in STARTED)).union(*map(reached, THROUGH.values()))
    assert [str(module) for module in modules() if not own(module) and PACKAGE / module not in asked] == []


@pytest.mark.parametrize("place", THROUGH)
def test_the_list_of_places_is_up_to_date(place: str) -> None:
    """A listed module has no test file; of a room, some that are needed are reached by its tests."""
    inner = {PACKAGE / module for module in modules() if listed_place(module) == place}
    assert inner & reached(THROUGH[place])
    assert place.endswith("/") or not own(Path(place))
