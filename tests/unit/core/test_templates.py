"""Test the Jinja2 environment of the C templates: values are filled in unescaped, undefined names are errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, TemplateNotFound, UndefinedError

from veriabs.core import templates
from veriabs.core.templates import folder, render_c

BOUNDS: dict[str, object] = {
    "file": "f.c", "invariants": False, "about_cells": False, "about_pairs": False, "others": [], "facts": {},
    "nondets": [("int", "nondet_int")],
    "scalars": ["int x"], "arrays": [], "lines": [], "arbitrary": [], "initial": [], "body": ["  x = nondet_int();"],
}  # fmt: skip


def test_templates_are_found() -> None:
    assert (folder() / "shrinking").is_dir()


def test_rendering_fills_in_values() -> None:
    text = render_c("invariants/bounds", BOUNDS)
    assert "static int x;" in text
    assert "  x = nondet_int();" in text


def test_no_template_syntax_is_left() -> None:
    text = render_c("invariants/bounds", BOUNDS)
    assert not any(mark in text for mark in ("${", "//%", "//#", "/*%", "/*#"))


def test_rendered_c_is_not_escaped() -> None:
    assert "a < b && c" in render_c("invariants/bounds", {**BOUNDS, "body": ["  x = a < b && c;"]})


def test_missing_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_c("invariants/bounds", {name: value for name, value in BOUNDS.items() if name != "file"})


def test_missing_template_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        render_c("no_such_strategy", {})


# ------------------------------------------------------------------------------------------------------ compiled once


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of compiled templates, and environments that have not begun."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    templates._environment.cache_clear()
    yield tmp_path / "veriabs" / "templates"
    templates._environment.cache_clear()


def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Render the prelude in a new environment, and return the templates that were compiled for it."""
    seen: list[str] = []
    compile_template = Environment.compile

    def note(self: Environment, source: str, name: str, *others: object) -> object:
        seen.append(name)
        return compile_template(self, source, name, *others)  # type: ignore[call-overload]

    templates._environment.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(Environment, "compile", note)
        templates._environment().get_template("replay/hosted.c.j2")
    return seen


def test_a_template_is_compiled_once(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [compiled(monkeypatch), compiled(monkeypatch)] == [["replay/hosted.c.j2"], []]


@pytest.mark.parametrize("kept", [0, 3, 20, 40, 200])
def test_a_damaged_cache_is_no_obstacle(cached: Path, kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(monkeypatch)
    (file,) = cached.iterdir()
    file.write_bytes(file.read_bytes()[:kept] + b"\x80damaged")
    assert compiled(monkeypatch) == ["replay/hosted.c.j2"]
    assert compiled(monkeypatch) == []


def test_template_cache_writable_by_others_is_not_used(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(monkeypatch)
    cached.chmod(0o770)
    assert compiled(monkeypatch) == compiled(monkeypatch) == ["replay/hosted.c.j2"]


def test_a_cache_that_cannot_be_made_is_no_obstacle(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cached.parent.mkdir()
    cached.write_text("no folder")
    assert compiled(monkeypatch) == ["replay/hosted.c.j2"]
