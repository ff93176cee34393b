"""Standard output and standard error; only this module and `app` print."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from veriabs.core.errors import InputError

if TYPE_CHECKING:
    from argparse import Namespace


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that move the cursor, change terminal modes, or change the writing direction; not tabs and line ends."""

WRITTEN = ("json", "witness", "proof", "sarif", "junit", "html", "csv", "latex", "loops")
"""The options that name output files."""

_COLOURED = re.compile(r"\x1b\[1;3\dm[A-Z]+\x1b\[0m")


class Terminal:
    """Standard output and standard error, with colours and a live line on a terminal."""

    def __init__(self) -> None:
        open_missing()
        self._plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self._clear: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._taken = False
        for stream in (sys.stdout, sys.stderr):
            # file names need not be valid text
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")

    def choose(self, chosen: Namespace) -> None:
        """Apply the user's options: a file written to standard output has that stream alone."""
        self._plain = self._plain or getattr(chosen, "plain", False)
        from veriabs.report.files import STDOUT  # imported late: parsing arguments needs no reports

        taken = [f"--{name}" for name in WRITTEN if getattr(chosen, name, None) == STDOUT]
        self._taken = bool(taken)
        if len(taken) > 1:
            raise InputError(f"only one of {' and '.join(taken)} can be written to standard output")

    @property
    def coloured(self) -> bool:
        return not self._plain and (sys.stderr if self._taken else sys.stdout).isatty()

    def say(self, *lines: str) -> None:
        """Print lines; if nobody reads them any more, continue silently."""
        if lines:
            self._print("\n".join(map(self._printable, lines)), sys.stderr if self._taken else sys.stdout)

    def give(self, text: str) -> None:
        """Print the text of a program, unchanged unless the output is a terminal."""
        self._print(printable(text) if sys.stdout.isatty() else text, sys.stdout)

    def _printable(self, line: str) -> str:
        """The line without control characters, except the colour of a verdict at its start."""
        verdict = _COLOURED.match(line) if self.coloured else None
        return line[: verdict.end()] + printable(line[verdict.end() :]) if verdict else printable(line)

    def _print(self, text: str, stream: TextIO) -> None:
        self._clear()
        try:
            with self._lock:
                stream.write(f"{text}\n")
                stream.flush()
        except BrokenPipeError:
            _discard(stream)
        except OSError as error:
            _discard(stream)
            raise InputError(f"standard output cannot be written: {error.strerror}") from error

    def complain(self, problem: object, code: int) -> int:
        """Print one line on standard error, and related lines, and return the exit code."""
        self._clear()
        lines = [f"veriabs: {' '.join(str(problem).split())}", *getattr(problem, "excerpt", "").splitlines()]
        try:
            with self._lock:
                sys.stderr.write("".join(f"{printable(line)}\n" for line in lines))
                sys.stderr.flush()
        except OSError:
            _discard(sys.stderr)
        return code

    def ask(self, question: str, *, unasked: bool = True) -> bool:
        """The user's answer; `unasked` without a terminal."""
        if not sys.stdin.isatty():
            return unasked
        try:
            return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:
            return False

    def live(self) -> Callable[[str, str, float, float], None] | None:
        """A function that receives the state of each CBMC process; None unless a user is watching."""
        if self._plain or not sys.stderr.isatty():
            return None
        from veriabs.report.console import Live

        live = Live(self.overwrite, shutil.get_terminal_size().columns)
        self._clear = live.clear
        return live.event

    def overwrite(self, text: str) -> None:
        """Print text without a line end, in place of the live lines."""
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            _discard(sys.stderr)

    def close(self) -> None:
        self._clear()


def printable(text: str) -> str:
    """The text with control characters escaped, so that no file name can control a terminal."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def open_missing() -> None:
    """Open /dev/null for standard streams that are missing at the start.

    Otherwise the next opened file would get their number, and messages would be written to it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the smallest free number
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _discard(stream: TextIO) -> None:
    """Redirect buffered output to /dev/null, so that the exit does not fail on it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
