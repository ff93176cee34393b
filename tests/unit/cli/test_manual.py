"""The manual page says what the commands take today."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.cli.manual import page
from veriabs.cli.parser import VERBS

PAGE = Path(__file__).parents[3] / "docs" / "veriabs.1"


def test_the_page_is_that_of_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert PAGE.read_text(encoding="utf-8") == page(), "the options have changed: make man"
    assert all(f"veriabs {verb}" in page() for verb in VERBS)
