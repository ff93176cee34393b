"""Test that the optional parts of veriabs that VERIABS_WITHOUT names have no effect, and that effects are recorded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.core import components
from veriabs.core.components import component, is_off, none, nothing, unchanged

PACKAGE = Path(components.__file__).parent.parent


@component("test_rewriting", unchanged)
def doubled(text: str, times: int = 2) -> str:
    return text * times


@component("test_candidates", nothing)
def letters(text: str) -> Iterator[str]:
    yield from text


@component("test_form", none)
def first(text: str) -> str | None:
    return text[:1] or None


def test_disabled_component_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (doubled("ab"), list(letters("ab")), first("ab")) == ("abab", ["a", "b"], "a")
    monkeypatch.setenv(components.VARIABLE, "test_rewriting,test_candidates,test_form")
    assert (doubled("ab"), list(letters("ab")), first("ab")) == ("ab", [], None)
    monkeypatch.setenv(components.VARIABLE, "test_form")
    assert (doubled("ab"), list(letters("ab")), first("ab")) == ("abab", ["a", "b"], None)


def test_a_part_of_a_name_switches_nothing_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(components.VARIABLE, "test_formula")
    assert is_off("test_formula") and not is_off("test_form")


def test_only_components_with_an_effect_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "_seen", None)
    seen = components.watch()
    assert (doubled("ab", 1), list(letters("")), first("")) == ("ab", [], None)
    assert seen == set()
    assert (doubled("ab"), list(letters("ab")), first("ab")) == ("abab", ["a", "b"], "a")
    assert seen == {"test_rewriting", "test_candidates", "test_form"}
    assert components.watch() is seen


def test_a_strategy_that_is_off_is_not_used_by_default() -> None:
    code = "from veriabs import strategies; print(*strategies.default())"
    environment = {**os.environ, components.VARIABLE: "shrinking"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    others = {name for name in strategies.names() if not strategies.load(name).on_request}
    assert set(found.stdout.split()) == others - {"shrinking"}


def test_component_names_are_unique_per_file_and_no_strategies() -> None:
    """So the verdicts that are lost without a component measure the worth of one file."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for name in re.findall(r'^@component\("(\w+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, set()).add(str(path))
    assert len(found) > 30
    assert {name for name, files in found.items() if len(files) > 1} == set()
    assert not found.keys() & set(strategies.names())
