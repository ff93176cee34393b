"""Decide the checks of a program one by one, in one incremental session of a SAT solver.

CBMC asks its solver whether any check can fail. For a hundred checks this may take minutes, although each takes
milliseconds, and nothing is reported before the end. Here, CBMC writes its formula of a program whose checks can be
left out:

    __CPROVER_assert(i < n, "index");    becomes    __CPROVER_assert((i < n) || leave_out_7, "index");

`main` first gives `leave_out_7` an arbitrary value. If all others are assumed to be true, the formula is satisfiable if
and only if check 7 can fail. The solver keeps what it has learnt (Eén and Sörensson, "Temporal induction by incremental
SAT solving", 2003). Checks without a variable, such as those of unwindings, are part of each question.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count
from operator import attrgetter
from pathlib import Path

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers import command, output
from veriabs.solvers.answer_cache import write_whole
from veriabs.solvers.command import Version
from veriabs.solvers.process import ProcessResult

Call = Callable[[tuple[str, ...], float], ProcessResult]
"""Runs a command in the folder of the program, for a number of processor seconds."""

_BEGIN = "int main(void) {"
_SESSION = "veriabs.solvers.sat_session"
_CHECK = re.compile(r'__CPROVER_assert\((.*?), "((?:[^"\\\n]|\\.)*)"\);')


class CheckedProgram(Struct, frozen=True):
    """A program for CBMC in the file `source`, with the command and options of CBMC.

    - `vital`, `droppable`: descriptions of checks without which the others are of no use (see `sat_session.answers`).
    """

    source: Path
    cbmc: tuple[str, ...]
    version: Version
    data_model: DataModel
    unwind: int | None
    vital: Collection[str]
    droppable: Collection[str]

    def decide(self, call: Call, seconds: float) -> tuple[list[CheckResult], float]:
        """The checks, of which some may be undecided, and the processor seconds that are left; none if CBMC fails."""
        text = self.source.read_text(encoding="utf-8")
        changed, formula = self.source.with_name(f"one_by_one{self.source.suffix}"), Path("formula.cnf")
        write_whole(changed, with_variables(text))
        shared = (Path(changed.name), self.version, self.data_model)
        listed = call((*self.cbmc, *command.listing(*shared)), seconds)
        written = call((*self.cbmc, *command.formula(*shared, self.unwind, formula)), seconds)
        checks = numbered_checks(text, output.listed_checks(listed.stdout))
        left = seconds - listed.processor_seconds - written.processor_seconds
        if not checks or left <= 0 or not output.wrote_formula(written):
            return [], left
        stages = (
            ",".join(str(number) for number, check in checks.items() if check.description in texts)
            for texts in (self.vital, self.droppable)
        )
        answered = call((sys.executable, "-m", _SESSION, str(formula), *stages), left)
        found = statuses(answered.stdout)
        decided = [replace(check, status=found.get(number, "UNKNOWN")) for number, check in checks.items()]
        return decided, left - answered.processor_seconds


def with_variables(text: str) -> str:
    """The program in which variables leave out checks; the lines remain the same.

    Each variable gets its value once and before all else, so that it stands for one value on all paths. It is the last
    operand, because a condition may call functions with checks of their own, which have to be reached all the same.
    """
    numbers = count(1)
    changed, total = _CHECK.subn(
        lambda found: f'__CPROVER_assert(({found[1]}) || leave_out_{next(numbers)}, "{found[2]}");', text
    )
    names = [f"leave_out_{number}" for number in range(1, total + 1)]
    declared = "".join(f"static __CPROVER_bool {name}; " for name in names)
    chosen = "".join(f" {name} = nondet_choice();" for name in names)
    return f"__CPROVER_bool nondet_choice(void); {declared}" + changed.replace(_BEGIN, _BEGIN + chosen)


def numbered_checks(text: str, listed: Iterable[CheckResult]) -> dict[int, CheckResult]:
    """The checks of the program by the number of their variable; none if CBMC does not list exactly these.

    `listed` are CBMC's checks of the program, of which those with the same description are in the order of the text.
    """
    by_description: dict[str, list[CheckResult]] = {}
    for check in sorted(listed, key=attrgetter("line")):
        by_description.setdefault(check.description, []).append(check)
    descriptions = [match[2] for match in _CHECK.finditer(text)]
    if Counter(descriptions) != Counter({one: len(checks) for one, checks in by_description.items()}):
        return {}
    return {number: by_description[one].pop(0) for number, one in enumerate(descriptions, 1)}


def statuses(printed: str) -> dict[int, str]:
    """The last status of each check of the formula in the output of a session, which may end within a line."""
    lines = [line.split() for line in printed.splitlines(keepends=True) if line.endswith("\n")]
    return {int(number): status for number, status in lines}


def joined(whole: Run, asked: Iterable[str], checks: Sequence[CheckResult]) -> Run:
    """The run with these checks, a failure if any is not proved; the `whole` one if none is decided."""
    is_useful = any(check.status != "UNKNOWN" for check in checks)
    if not is_useful or not {*asked} <= {check.description for check in checks}:
        return whole
    proved = all(check.status == "SUCCESS" for check in checks)
    return replace(whole, outcome=Outcome.SUCCESS if proved else Outcome.FAILURE, checks=tuple(checks), detail="")
