"""Check whether a certificate proves a program: two solvers have to prove every verification condition."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

from msgspec import Struct

from veriabs.core.conditions import NO_OVERFLOW, verdict_text
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, ToolError, UnsupportedError
from veriabs.core.extras import needs
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.proofcheck.certificate import Certificate, subject_of
from veriabs.proofcheck.conditions import Script, conditions
from veriabs.proofcheck.solve import SOLVERS
from veriabs.proofcheck.terms import show

EACH_SECONDS = 10.0
"""Seconds that a solver may take for one condition."""


class CertificateResult(Struct, frozen=True):
    """The result of a check: accepted if `why` is empty, else rejected for that reason.

    `conditions` is their number. `up_to`: the proof covers runs up to the first signed overflow. `claim` is the full
    claim: function, contract as it was parsed, and assumptions.
    """

    why: str
    conditions: int = 0
    up_to: bool = False
    assumptions: tuple[str, ...] = ()
    claim: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.why:
            return f"REJECTED  {self.why}"
        assumed = "; ".join((*self.assumptions, *([str(NO_OVERFLOW)] if self.up_to else [])))
        shown = f"{self.conditions} verification conditions, each by {' and '.join(SOLVERS)}"
        return "\n  ".join((f"ACCEPTED  {verdict_text('TRUE', assumed)}: {shown}", *self.claim))

    @property
    def is_accepted(self) -> bool:
        return not self.why


def check(
    certificate: Certificate,
    program: Program,
    overflow: Overflow,
    deadline: Deadline,
    commands: Mapping[str, Sequence[str]] | None = None,
) -> CertificateResult:
    """Check a certificate; `overflow` is the meaning that the user chose, `commands` start the solvers.

    Raises ToolError if a solver is missing, OutOfTimeError if there is no time to begin.
    """
    if other := _differs(certificate, program, overflow):
        return CertificateResult(other)
    wraps = certificate.subject.overflow is Overflow.WRAP
    try:
        script = conditions(program, certificate.invariants, certificate.theory, wraps=wraps)
    except (InputError, UnsupportedError) as error:
        return CertificateResult(str(error))
    deadline.begin("asking the solvers")
    unproved = _unproved_condition(script, commands or solver_commands(), deadline)
    return CertificateResult(unproved, len(script.about), not wraps, program.assumptions, _claim(program))


def _claim(program: Program) -> tuple[str, ...]:
    """The claim about a function that is verified on its own; empty for a plain `main`."""
    function = program.task.entry.function
    if function == "main" and not program.contract:
        return ()
    return (f"claim: every call of {function} that its contract allows, as it was read:", *map(str, program.contract))


def _differs(certificate: Certificate, program: Program, overflow: Overflow) -> str:
    """The difference between certificate and program, or an empty string.

    A proof under wrapping overflow also proves every run up to the first overflow.
    """
    if (claimed := certificate.subject.overflow) is not overflow and overflow is Overflow.WRAP:
        return "the certificate proves nothing after a signed overflow, but --overflow=wrap requires that"
    own = subject_of(program, claimed)
    for name in own.__struct_fields__:
        here, there = getattr(own, name), getattr(certificate.subject, name)
        if name != "file" and here != there:
            return f"the certificate is about another program: its {name} is not the same" + _difference_text(
                name, here, there
            )
    if certificate.assumptions != program.assumptions:
        return "the certificate has other assumptions than the program"
    if certificate.contract != tuple(map(str, program.contract)):
        return "the certificate has another contract than the program"
    return ""


def _difference_text(name: str, here: object, there: object) -> str:
    if name != "reading" or not isinstance(here, dict) or not isinstance(there, dict):
        return ""
    key = next(key for key in [*here, *there] if here.get(key) != there.get(key))
    return f": {key} is {here.get(key)!r} here and {there.get(key)!r} there"


def solver_commands(each: float = EACH_SECONDS, names: Collection[str] = SOLVERS.keys()) -> dict[str, Sequence[str]]:
    """The command of each solver; raises ToolError if one is not installed."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise ToolError(needs("checking a proof", "check", missing[0]))
    milliseconds = str(int(each * 1000))
    return {name: (sys.executable, "-m", "veriabs.proofcheck.solve", name, milliseconds) for name in names}


def _unproved_condition(script: Script, commands: Mapping[str, Sequence[str]], deadline: Deadline) -> str:
    """The unproved condition with the solver that failed, or an empty string."""
    for name, answers in ask(script, commands, deadline.left()).items():
        for about, answer in zip(script.about, answers, strict=False):
            if answer != "unsat":
                return f"{name} does not prove {about}: {answer}"
        if len(answers) != len(script.about):
            what = script.about[len(answers)] if len(answers) < len(script.about) else "what was asked"
            return f"{name} gives no answer in time to {what}"
    return ""


def ask(script: Script, commands: Mapping[str, Sequence[str]], seconds: float) -> dict[str, list[str]]:
    """Each solver's answers, line by line, within `seconds`."""
    text = "".join(f"{show(command)}\n" for command in script.commands)
    with ThreadPoolExecutor(len(commands)) as pool:
        runs = {name: pool.submit(_answers, command, text, seconds) for name, command in commands.items()}
        return {name: run.result() for name, run in runs.items()}


def _answers(command: Sequence[str], text: str, seconds: float) -> list[str]:
    """The lines that a solver prints in time, and one more if it fails."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        try:
            out, _ = run.communicate(text.encode(), timeout=max(0.0, seconds))
        except subprocess.TimeoutExpired as error:
            run.kill()
            out = error.stdout or b""
    lines = out.decode(errors="replace").splitlines()
    return [*lines, "an error"] if run.returncode > 0 else lines
