"""The manual page and docs/options.md agree with the argument parser."""

from __future__ import annotations

from pathlib import Path

import pytest
from manual import page, reference

from veriabs.cli.parser import VERBS

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_that_of_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert (DOCS / "veriabs.1").read_text(encoding="utf-8") == page(), "the options have changed: make man"
    assert all(f"veriabs {verb}" in page() for verb in VERBS)


def test_the_reference_of_options_is_current() -> None:
    assert (DOCS / "options.md").read_text(encoding="utf-8") == reference(), "the options have changed: make man"


def test_the_reference_has_every_option_once_for_a_command() -> None:
    text = reference()
    assert all(f"## veriabs {verb}\n" in text for verb in VERBS)
    common, *parts = text.split("\n## ")[1:]
    assert "| `-D X=1` |" in common
    assert not any("| `-D X=1` |" in part for part in parts)
    assert "| `--cluster ADDRESS` |" in next(part for part in parts if part.startswith("veriabs batch"))
