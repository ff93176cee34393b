"""Test output on a terminal: no control characters, one line for an error, silence if nobody reads."""

from __future__ import annotations

import io
import sys
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from veriabs.cli.terminal import Terminal, printable
from veriabs.core.errors import InputError


class Screen(io.StringIO):
    """A standard output that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("text", "shown"), [
    ("a\tb\nc", "a\tb\nc"),
    ("\x1b[31m", "\\x1b[31m"),
    ("\r\x07\x7f", "\\r\\x07\\x7f"),
    ("x\u202ey", "x\\u202ey"),
    ("naïve é 漢", "naïve é 漢"),
])  # fmt: skip
def test_control_characters_are_spelled_out(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_only_the_colour_of_a_verdict_reaches_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    Terminal().say("\x1b[1;32mTRUE\x1b[0m  \x1b[1;31mFALSE\x1b[0m.c")
    assert screen.getvalue() == "\x1b[1;32mTRUE\x1b[0m  \\x1b[1;31mFALSE\\x1b[0m.c\n"


def test_machine_readable_output_has_stdout_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal()
    terminal.choose(Namespace(json=Path("-"), sarif=Path("a")))
    terminal.say("TRUE")
    terminal.give("int x;")
    assert capsys.readouterr() == ("int x;\n", "TRUE\n")
    with pytest.raises(InputError, match="only one of --json and --sarif"):
        terminal.choose(Namespace(json=Path("-"), sarif=Path("-")))


class Torn(io.StringIO):
    """An output whose writes are not whole: others come in between."""

    def write(self, text: str) -> int:
        for letter in text:
            super().write(letter)
            time.sleep(1e-5)
        return len(text)


def test_lines_that_are_printed_at_once_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Torn())
    monkeypatch.setattr(sys, "stderr", Torn())
    terminal = Terminal()
    lines = [letter * 20 for letter in "abcd"]
    with ThreadPoolExecutor(8) as threads:
        for line in lines:
            threads.submit(terminal.say, line, line)
            threads.submit(terminal.complain, line, 1)
    said, complained = sys.stdout.getvalue(), sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert sorted(said.splitlines()) == sorted(lines * 2)
    assert all(f"{line}\n{line}\n" in said for line in lines)
    assert sorted(complained.splitlines()) == [f"veriabs: {line}" for line in lines]


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_the_environment_can_turn_colours_off(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Screen())
    assert not Terminal().coloured


def test_programs_are_printed_unchanged_unless_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Terminal().give('char *s = "\x1b";')
    assert capsys.readouterr().out == 'char *s = "\x1b";\n'
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    Terminal().give('char *s = "\x1b";')
    assert screen.getvalue() == 'char *s = "\\x1b";\n'


def test_a_complaint_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert Terminal().complain(InputError("a\n  b\x1b.c: no\tsuch file"), 6) == 6
    assert capsys.readouterr() == ("", "veriabs: a b\\x1b.c: no such file\n")


def test_questions_are_answered_yes_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that runs `setup` wants the download."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert Terminal().ask("install?")


@pytest.mark.parametrize(("typed", "agreed"), [("y", True), (" YES ", True), ("", False), ("n", False)])
def test_a_person_agrees_by_yes_alone(monkeypatch: pytest.MonkeyPatch, typed: str, agreed: bool) -> None:
    monkeypatch.setattr(sys, "stdin", Screen())
    monkeypatch.setattr("builtins.input", lambda question: typed)
    assert Terminal().ask("install?") is agreed
