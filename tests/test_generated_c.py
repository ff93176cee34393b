"""Every generated program is C that gcc accepts without a warning, and that CBMC converts.

CBMC takes much that is not C (an undeclared function, a missing conversion), so that a slip of a template could go
unnoticed. `cprover_prelude.h` declares what only CBMC knows. The programs are those that the strategies ask for about
each shape of an array in each shape of a loop, where everything is proved, and where everything fails.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.core.errors import UnsupportedError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query, Request
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel, Entry, Task
from veriabs.core.strategy import StandaloneFacts, StartEarly, Strategy
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.bounds import bounds_program
from veriabs.invariants.candidates import candidates
from veriabs.loops.build import models
from veriabs.solvers import process
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking.attempts import Attempt, attempts

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs" / "true").glob("*.c"))
FLAGS = ("-fsyntax-only", "-Wall", "-Werror", "-std=gnu11", "-x", "c")
# Helpers that one program does not need and candidate invariants that are trivial are no slips.
SILENT = ("-Wno-unused", "-Wno-bool-compare", "-Wno-tautological-compare")
ACCEPTED = (*SILENT, "-include", str(HERE / "cprover_prelude.h"))


def harnesses(program: Program) -> Iterator[Query]:
    """Every generated program of the first attempt of each assertion, and the bounds programs."""
    yield bounds_program(program)
    yield bounds_program(program, candidates(program))
    for model in models(program):
        found = (a for a in attempts(model) if isinstance(a, Attempt))
        for attempt in islice(found, 1):
            yield from attempt.conditions
            yield from (make(k) for make in (attempt.residual, attempt.harness, attempt.reach) for k in (1, 3))


def complaints(text: str) -> str:
    command = ["gcc", *FLAGS, *ACCEPTED, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False).stderr


@pytest.mark.share(12)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_gcc_accepts_generated_programs(path: Path) -> None:
    try:
        program = load_program(load(path))
    except UnsupportedError as error:
        pytest.skip(str(error))
    for harness in harnesses(program):
        text = render_c(harness.template, harness.context)
        assert complaints(text) == "", harness.purpose


HEAD = """extern int __VERIFIER_nondet_int(void); extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assert(int); extern void __VERIFIER_assume(int); extern void *malloc(unsigned long);
"""
FIXED = "enum { n = 100, m = 9 };"
INTS = "int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();"
LONGS = "unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();"
SIZES = " __VERIFIER_assume(0 < n && n < 1000 && 0 < m && m < 1000);"
# The declaration of an array, and one of its cells by indices.
ARRAYS = {
    "fixed": (f"{FIXED} int a[100];", "a[{0}]"),
    "variable": (f"{INTS}{SIZES} int a[n];", "a[{0}]"),
    "grid": (f"{FIXED} int a[100][9];", "a[{0}][{1}]"),
    "variable grid": (f"{INTS}{SIZES} int a[n][m];", "a[{0}][{1}]"),
    "grid of long sizes": (f"{LONGS}{SIZES} int a[n][m];", "a[{0}][{1}]"),
    "cube": (f"{INTS}{SIZES} int a[n][m][30];", "a[{0}][{1}][{1} % 30]"),
    "structs": (f"{FIXED} struct cell {{ int x; short y[9]; }} a[100];", "a[{0}].y[{1} % 9]"),
    "heap": (f"{LONGS}{SIZES} int *a = malloc(n * sizeof *a);", "a[{0}]"),
    "parameter": ("", "a[{0}]"),
}
LOOK = "for (int i = 0; i < n; i++) __VERIFIER_assert(CELL == {value});"
LOOPS = {
    "up": "for (int i = 0; i < n; i++) CELL = 0; " + LOOK.format(value="0"),
    "down": "for (int i = n - 1; i >= 0; i--) CELL = i; " + LOOK.format(value="i"),
    "steps": "for (int i = 0; i < n; i += 2) CELL = 1; for (int i = 0; i < n; i += 2) __VERIFIER_assert(CELL == 1);",
    "minimum": "int s = 0; for (int i = 0; i < n; i++) if (CELL < s) s = CELL; "
    "for (int i = 0; i < n; i++) __VERIFIER_assert(s <= CELL);",
    "search": "int i = 0; while (i < n && CELL != 7) i++; if (i < n) __VERIFIER_assert(CELL == 7);",
    "break": "int f = 0; for (int i = 0; i < n; i++) { if (CELL < 0) { f = 1; break; } } "
    "for (int i = 0; i < n && !f; i++) __VERIFIER_assert(CELL >= 0);",
    "exists": "int s = 0; for (int i = 0; i < n; i++) if (CELL > s) s = CELL; int f = s == 0; "
    "for (int i = 0; i < n; i++) if (CELL == s) f = 1; __VERIFIER_assert(f);",
    "sum of inputs": "for (int i = 0; i < n; i++) CELL = __VERIFIER_nondet_int(); int s = 0; "
    "for (int i = 0; i < n; i++) s += CELL & 1; __VERIFIER_assert(s >= 0);",
    "do": "int i = 0; do { CELL = 3; i++; } while (i < n); " + LOOK.format(value="3"),
    "nest": "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) INNER = i; "
    "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) __VERIFIER_assert(INNER == i);",
}


def task(folder: Path, array: str, loop: str, data_model: DataModel) -> Task:
    """The task of one shape of an array in one shape of a loop."""
    front, cell = ARRAYS[array]
    code = LOOPS[loop].replace("CELL", cell.format("i", "(2 % m)")).replace("INNER", cell.format("i", "j"))
    name, head = ("main", "int main(void)") if front else ("f", "int f(int n, int m, int a[n])")
    path = folder / "input.c"
    path.write_text(f"{HEAD}{head} {{ {front or SIZES} {code} return 0; }}", encoding="utf-8")
    return Task(path, data_model, entry=Entry(name))


def answered(request: Request, outcome: Outcome) -> CheckedQuery:
    checks = tuple(CheckResult(f"main.assertion.{n}", text, outcome.name) for n, text in enumerate(request.asked, 1))
    return CheckedQuery(request, Run(request.purpose, outcome, checks))


class AllTheSame(StandaloneFacts):
    """Facts of a program with the same result for every run; at most 60 programs are requested."""

    outcome: Outcome = Outcome.SUCCESS

    def known(self) -> ProvedFacts:
        return ProvedFacts({}, (answered(bounds_program(self.program), self.outcome),))

    more = known

    def asked(self, strategy: Strategy, model: LoopModel) -> Iterator[Query]:
        """The programs that a strategy asks for."""
        assert strategy.prove is not None
        dialogue, left = strategy.prove(model, self), 60
        try:
            ask = next(dialogue)
            while left > 0:
                requests = ask.requests if isinstance(ask, StartEarly) else ask
                yield from (one for one in requests if isinstance(one, Query))
                left -= len(requests)
                told = () if isinstance(ask, StartEarly) else tuple(answered(r, self.outcome) for r in ask)
                ask = dialogue.send(told)
        except StopIteration:
            return


def programs(program: Program) -> Iterator[str]:
    """The programs that all strategies together ask for, each once."""
    asked = [bounds_program(program), bounds_program(program, candidates(program))]
    for model, outcome in product(models(program), (Outcome.SUCCESS, Outcome.FAILURE)):
        facts = AllTheSame(program, max_k=3, outcome=outcome)
        for _, strategy in strategies.provers(strategies.names()):
            asked += facts.asked(strategy, model)
    return iter(dict.fromkeys(render_c(query.template, query.context) for query in asked))


@pytest.mark.cbmc
@pytest.mark.share(45, 3)
@pytest.mark.parametrize(("loop", "array"), [*product(LOOPS, ARRAYS)])
def test_every_program_is_c_to_gcc_and_to_cbmc(loop: str, array: str, tmp_path: Path, cbmc: Cbmc) -> None:
    model = DataModel.ILP32 if len(loop + array) % 3 == 0 else DataModel.LP64
    file = tmp_path / "generated.c"
    for text in programs(load_program(task(tmp_path, array, loop, model))):
        assert complaints(text) == "", text
        file.write_text(text, encoding="utf-8")
        flags = ("--show-goto-functions", "--no-standard-checks", "--32" if model is DataModel.ILP32 else "--64")
        finished = process.run((*cbmc.command, *flags, str(file)), seconds=60)
        assert finished.exit_code == 0, text + finished.stderr
