"""A solver process that stays loaded and answers each script in a forked child.

    python -m veriabs.annotate.warm_solver z3

Loading the solver takes longer than many of the scripts. A child knows nothing of earlier scripts. The process reads
the milliseconds for a condition, a word, the number of lines, and the lines. The word is `cores` for answers with unsat
cores, else `all`. It prints the answers as `proofcheck.solve` does, then a full stop.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from msgspec import Struct

from veriabs.proofcheck.check import solver_commands
from veriabs.proofcheck.conditions import Script
from veriabs.proofcheck.solve import SOLVERS, answers
from veriabs.proofcheck.terms import show
from veriabs.solvers.descendants import kill_tree

_END, _READ = b".", 65536


class WarmSolver(Struct):
    """A solver that starts with the first query, and restarts after an answer that is late."""

    name: str
    process: subprocess.Popen[bytes] | None = None

    def answers(self, script: Script, milliseconds: int, word: str, seconds: float) -> list[str]:
        """The lines of the solver's answer, with an additional line if it ends with an error.

        Raises ToolError if the solver is not installed. Args: `milliseconds` limits a condition, `seconds` the whole
    script; `word` is `cores` if the answers shall contain unsat cores, else `all`.
        """
        until = time.monotonic() + seconds
        lines = [show(command) for command in script.commands]
        request = "\n".join((f"{milliseconds} {word} {len(lines)}", *lines, "")).encode()
        if self.process is None:
            solver_commands(names=(self.name,))
            command = (sys.executable, "-m", "veriabs.annotate.warm_solver", self.name)
            to = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=to, stdout=to, stderr=subprocess.DEVNULL)
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(request)
            self.process.stdin.flush()
        except OSError:
            self.close()
            return ["an error"]
        return self._read_answer(self.process, until)

    def _read_answer(self, process: subprocess.Popen[bytes], until: float) -> list[str]:
        assert process.stdout is not None
        received, out = b"", process.stdout.fileno()
        while not received.endswith(b"\n" + _END + b"\n") and received != _END + b"\n":
            more = select.select([out], [], [], max(0.0, until - time.monotonic()))[0] and os.read(out, _READ)
            if not more:  # timed out, or ended
                self.close()
                return received.decode(errors="replace").split("\n")[:-1] + (["an error"] if more == b"" else [])
            received += more
        return received.decode(errors="replace").splitlines()[:-1]

    def close(self) -> None:
        """End the process and its current query."""
        if self.process is not None:
            kill_tree(self.process.pid)
            with suppress(OSError), self.process:
                self.process = None


@contextmanager
def ready(name: str = "z3") -> Iterator[WarmSolver]:
    """A solver for the duration of the context."""
    solver = WarmSolver(name)
    try:
        yield solver
    finally:
        solver.close()


def main(name: str) -> None:
    """Answer the scripts on standard input, each in a child process."""
    import_module(name)
    while header := sys.stdin.readline():
        milliseconds, word, number = header.split()
        commands = [sys.stdin.readline() for _ in range(int(number))]
        child = os.fork()
        if child == 0:
            _answer(name, int(milliseconds), word, commands)
        _, status = os.waitpid(child, 0)
        sys.stdout.write("an error\n" * (status != 0) + f"{_END.decode()}\n")
        sys.stdout.flush()


def _answer(name: str, milliseconds: int, word: str, commands: list[str]) -> None:
    """Answer one script, and end this process."""
    failed = 1
    try:
        for answer in answers(SOLVERS[name](milliseconds), commands, every=True, cores=word == "cores"):
            os.write(sys.stdout.fileno(), f"{' '.join(answer.split())}\n".encode())
        failed = 0
    finally:
        os._exit(failed)


if __name__ == "__main__":
    main(*sys.argv[1:])
