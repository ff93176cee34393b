"""Decide the checks of a formula one by one, in one incremental session of a SAT solver, in a process of its own.

Run as `python -m veriabs.solvers.sat_session FILE VITAL DROPPABLE`, with numbers of checks separated by commas.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from pysat.solvers import Minisat22

BUDGETS = (1_000, 20_000)
"""Conflicts of the solver for each check: all checks get the first budget before any gets the next.

CBMC decides the others, since its solver simplifies the formula, which helps with multiplications and divisions.
"""

_LITERAL = re.compile(r"^c leave_out_(\d+)#\d+ (-?\d+)\s*$", re.MULTILINE)


def answers(formula: str, vital: Collection[int] = (), droppable: Collection[int] = ()) -> Iterator[tuple[int, str]]:
    """Decide the checks of a formula in DIMACS, with CBMC's names of variables in comments at its end.

    Yields each check's number with the status UNKNOWN, then with its answer. A check that certainly holds may be absent
    from the formula. First come the `vital` checks, then those of candidates, which are `droppable`; if any of them
    fails, the checks after them are not decided. There are no answers if the formula is satisfiable without the checks.
    """
    literals = _literals(formula)
    yield from ((number, "UNKNOWN") for number in literals)
    with Minisat22(bootstrap_with=_clauses(formula)) as solver:
        if solver.solve(assumptions=[*literals.values()]):
            return
        rest = literals.keys() - {*vital, *droppable}
        for stage, hasty in ((vital, False), (droppable, True), (rest, False)):
            failed = yield from _decided(solver, literals, [one for one in literals if one in stage], hasty=hasty)
            if failed:
                return


def _literals(formula: str) -> dict[int, int]:
    """The literal of the variable of each check; raises ValueError if a variable has two, so that it may change."""
    found: dict[int, int] = {}
    for match in _LITERAL.finditer(formula):
        number, literal = int(match[1]), int(match[2])
        if found.setdefault(number, literal) != literal:
            raise ValueError(f"the variable of check {number} has several values")
    return found


def _decided(
    solver: Minisat22, literals: Mapping[int, int], numbers: Sequence[int], *, hasty: bool
) -> Generator[tuple[int, str], None, bool]:
    """Decide checks, and return whether one fails; with `hasty`, hard checks then remain undecided."""
    failed, others = False, dict(literals)
    for conflicts in BUDGETS:
        undecided = []
        for number in numbers:
            literal = others.pop(number)
            solver.conf_budget(conflicts)
            can_fail = solver.solve_limited(assumptions=[*others.values(), -literal])
            if can_fail is None:
                undecided.append(number)
                others[number] = literal
                continue
            solver.add_clause([literal])  # all other questions assume it
            failed |= can_fail
            yield number, "FAILURE" if can_fail else "SUCCESS"
        numbers = [] if failed and hasty else undecided
    return failed


def _clauses(formula: str) -> list[list[int]]:
    """The clauses of a formula in DIMACS, between its heading and the comments; decoded as JSON, which is fast."""
    lines = formula[formula.index("\n") + 1 : formula.index("\nc ") + 1]
    decoded: list[list[int]] = msgspec.json.decode(
        "[[" + lines.replace(" 0\n", "],[").replace(" ", ",")[: -len(",[")] + "]", type=list[list[int]]
    )
    return decoded


def main() -> None:
    """Print the answers, one per line, at once; arguments: the formula's file, the vital and droppable checks."""
    path, *stages = sys.argv[1:]
    numbers = [frozenset(map(int, filter(None, stage.split(",")))) for stage in stages]
    for number, status in answers(Path(path).read_text(encoding="utf-8"), *numbers):
        sys.stdout.write(f"{number} {status}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
