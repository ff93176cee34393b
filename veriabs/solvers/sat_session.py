"""Decide the checks of a formula one by one, in one incremental session of a SAT solver, in a process of its own.

Run as `python -m veriabs.solvers.sat_session FORMULA QUESTION`; QUESTION is a file with a `Question` as JSON.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from pysat.solvers import Minisat22

from veriabs.solvers.questions import CHECKED, FACT, Answer, Question

BUDGETS = (1_000, 20_000)
"""Conflicts of the solver for each check: all checks get the first budget before any gets the next.

CBMC decides the others, since its solver simplifies the formula, which helps with multiplications and divisions.
"""

_VALUE = re.compile(r"^c (checked|fact_\d+)#\d+((?: (?:-?\d+|TRUE|FALSE))+)\s*$", re.MULTILINE)
_UNKNOWN, _SUCCESS, _FAILURE = "UNKNOWN", "SUCCESS", "FAILURE"


def answers(formula: str, question: Question) -> Iterator[Answer]:
    """Decide checks by a formula in DIMACS, with CBMC's names of variables in comments at its end.

    First come the checks without a fact, then those of facts that a proof assumed. If one of these fails, its fact is
    left out, and the proofs that assumed it are tried again without it. A check may get several answers: each proof is
    valid if the facts that it assumes hold. There are no answers if the formula is satisfiable without any check.
    Raises ValueError if the variables are not in the formula.
    """
    bits, switches = _variables(formula)
    with Minisat22(bootstrap_with=_clauses(formula)) as solver:
        session = _Session(solver, bits, switches, dict(question.checks))
        session.left_out.update(question.refuted)
        if not session.is_refutable(0):
            yield from session.decide()


@dataclass
class _Session:
    """The proofs so far, with the facts that each assumes, and the facts that take part in questions to the solver.

    - `bits`: the number of the asked check, lowest bit first. `switches`: the literal that lets a fact take part.
    - `checks`: the fact of each check, or 0. `wanted`: facts that a proof assumed.
    """

    solver: Minisat22
    bits: list[int]
    switches: dict[int, int]
    checks: dict[int, int]
    left_out: set[int] = field(default_factory=set)
    wanted: set[int] = field(default_factory=set)
    proofs: dict[int, list[int]] = field(default_factory=dict)
    waiting: deque[int] = field(default_factory=deque)

    def decide(self) -> Iterator[Answer]:
        """Decide all checks without a fact, and those of the facts that their proofs need.

        What rests on a fact that needs much work is tried without it before that work, and last with it.
        """
        few, many = BUDGETS
        self.waiting.extend(check for check, fact in self.checks.items() if not fact)
        hard = yield from self._answers(few)
        if hard:
            proofs, left_out, wanted = dict(self.proofs), set(self.left_out), set(self.wanted)
            for check in hard:
                self._leave_out(self.checks[check])
            yield from self._answers(few, are_final=False)
            self.proofs, self.left_out, self.wanted = proofs, left_out, wanted
            self.waiting.extend(hard)
            yield from self._answers(many)

    def _answers(self, conflicts: int, *, are_final: bool = True) -> Generator[Answer, None, list[int]]:
        """Decide the waiting checks whose facts take part; returns those that remain undecided.

        A check that fails remains undecided if the answers are not final, because a fact is left out for now.
        """
        hard = []
        while self.waiting:
            check = self.waiting.popleft()
            fact = self.checks[check]
            if fact in self.left_out or check in self.proofs:
                continue
            is_refutable = self.is_refutable(check, conflicts)
            if is_refutable is False:
                self.proofs[check] = self._assumed_facts()
                yield Answer(check, _SUCCESS, self.proofs[check])
                continue
            yield Answer(check, _FAILURE if is_refutable and are_final else _UNKNOWN)
            if is_refutable or not are_final:
                self._leave_out(fact)
            else:
                hard.append(check)
        return hard

    def is_refutable(self, check: int, conflicts: int = 0) -> bool | None:
        """Can the check fail if all facts hold that take part? None if it is not known after so many conflicts."""
        assumptions = [literal if check >> place & 1 else -literal for place, literal in enumerate(self.bits)]
        assumptions += [-one if fact in self.left_out else one for fact, one in self.switches.items()]
        if not conflicts:
            return bool(self.solver.solve(assumptions=assumptions))
        self.solver.conf_budget(conflicts)
        found: bool | None = self.solver.solve_limited(assumptions=assumptions)
        return found

    def _leave_out(self, fact: int) -> None:
        """Leave a fact out; the checks whose proofs assume it are asked next. Checks without a fact change nothing."""
        if fact:
            self.left_out.add(fact)
            lost = [check for check, relies in self.proofs.items() if fact in relies]
            for check in lost:
                del self.proofs[check]
            self.waiting.extendleft(reversed(lost))

    def _assumed_facts(self) -> list[int]:
        """The facts in the solver's core, whose checks are asked next if no proof has assumed them before."""
        core = frozenset(self.solver.get_core() or ())
        facts = [fact for fact, literal in self.switches.items() if literal in core]
        new = {*facts} - self.wanted
        self.wanted |= new
        self.waiting.extendleft(check for check, fact in self.checks.items() if fact in new)
        return facts


def _variables(formula: str) -> tuple[list[int], dict[int, int]]:
    """The bits of the number of the asked check, lowest first, and the literal of each fact.

    Raises ValueError if a variable is missing or has two values, so that it may change in a run.
    """
    found: dict[str, list[int]] = {}
    for name, text in _VALUE.findall(formula):
        values = text.split()
        if not {*values} <= {"TRUE", "FALSE"}:  # the value before the choice is constant
            literals = [int(one) for one in values if name == CHECKED or one != "FALSE"]
            if found.setdefault(name, literals) != literals:
                raise ValueError(f"{name} has several values")
    bits = found.pop(CHECKED, [])
    if not bits:
        raise ValueError(f"{CHECKED} has no value")
    return bits, {int(name.removeprefix(FACT)): literal for name, (literal,) in found.items()}


def _clauses(formula: str) -> list[list[int]]:
    """The clauses of a formula in DIMACS, between its heading and the comments; decoded as JSON, which is fast."""
    lines = formula[formula.index("\n") + 1 : formula.index("\nc ") + 1]
    decoded: list[list[int]] = msgspec.json.decode(
        "[[" + lines.replace(" 0\n", "],[").replace(" ", ",")[: -len(",[")] + "]", type=list[list[int]]
    )
    return decoded


def main() -> None:
    """Print the answers as JSON, one per line, at once."""
    formula, question = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])
    for answer in answers(formula, msgspec.json.decode(question, type=Question)):
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
