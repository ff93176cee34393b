"""Standard output and standard error: the only place, beside `cli`, that prints."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from veriabs.core.errors import InputError

if TYPE_CHECKING:
    from argparse import Namespace


class Terminal:
    """Standard output and standard error, with colours and a live line where a person looks on."""

    def __init__(self) -> None:
        self._plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self._clear: Callable[[], None] = lambda: None
        for stream in (sys.stdout, sys.stderr):
            # Names of files need not be valid text.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")

    def choose(self, chosen: Namespace) -> None:
        self._plain = self._plain or getattr(chosen, "plain", False)

    @property
    def coloured(self) -> bool:
        return not self._plain and sys.stdout.isatty()

    def say(self, *lines: str) -> None:
        """Prints lines; once nobody reads them any more the work goes on in silence."""
        self._clear()
        try:
            print(*lines, sep="\n", flush=True)
        except BrokenPipeError:
            _discard(sys.stdout)
        except OSError as error:
            _discard(sys.stdout)
            raise InputError(f"standard output cannot be written: {error.strerror}") from error

    def complain(self, problem: object, code: int) -> int:
        """Prints one line on standard error and returns the exit code."""
        self._clear()
        try:
            print(f"veriabs: {' '.join(str(problem).split())}", file=sys.stderr, flush=True)
        except OSError:
            _discard(sys.stderr)
        return code

    def ask(self, question: str) -> bool:
        if not sys.stdin.isatty():
            return False
        try:
            return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:
            return False

    def live(self) -> Callable[[str, str, float, float], None] | None:
        """What takes the state of each CBMC, or None where nobody looks on."""
        if self._plain or not sys.stderr.isatty():
            return None
        from veriabs.report.console import Live

        live = Live(self._overwrite, shutil.get_terminal_size().columns)
        self._clear = live.clear
        return live.event

    def _overwrite(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            _discard(sys.stderr)

    def close(self) -> None:
        self._clear()


def _discard(stream: TextIO) -> None:
    """Sends what is still buffered to nowhere, so that the end of the program does not fail on it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
