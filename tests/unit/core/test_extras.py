"""Test the hints for missing optional packages: they name the packages to install."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from veriabs.core import extras

LISTED = [
    "msgspec>=0.19",
    "no-such-package-of-ours>=0.27; extra == 'serve'",
    'no-such-driver[binary]>=3; extra == "serve"',
    "pytest>=1; extra == 'serve'",
    "other; extra == 'lsp'",
]


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda name: LISTED)


def test_hint_names_what_is_missing_for_this_python() -> None:
    said = extras.needs("serve", "serve", "no_such_package")
    assert said.startswith("serve needs 2 packages of the extra 'serve'; try: ")
    assert said.endswith("-m pip install 'no-such-package-of-ours>=0.27' 'no-such-driver[binary]>=3'")
    assert sys.executable in said


def test_hint_names_the_module_where_every_package_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda name: LISTED[3:4])
    said = "serve needs a package of the extra 'serve'; try: "
    assert extras.needs("serve", "serve", "psutil") == f"{said}{extras.PIP} psutil"
    assert extras.needs("serve", "serve", None) == f"{said}{extras.PIP} 'pytest>=1'"


def test_reinstallation_command_names_the_source_of_veriabs() -> None:
    """The environment of the tests has it from this clone."""
    assert extras.reinstallation() == f"{extras.PIP} --force-reinstall {Path(__file__).parents[3]}"
