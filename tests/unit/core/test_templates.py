"""The environment of the C templates."""

from __future__ import annotations

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from veriabs.core.templates import folder, render_c

BOUNDS: dict[str, object] = {
    "file": "f.c", "invariants": False, "about_cells": False, "about_pairs": False, "others": [],
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


def test_nothing_is_escaped() -> None:
    assert "a < b && c" in render_c("invariants/bounds", {**BOUNDS, "body": ["  x = a < b && c;"]})


def test_missing_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_c("invariants/bounds", {name: value for name, value in BOUNDS.items() if name != "file"})


def test_missing_template_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        render_c("no_such_strategy", {})
