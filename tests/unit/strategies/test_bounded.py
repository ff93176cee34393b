"""Test the small programs in which CBMC searches a violation within a few iterations."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.runs import Approximation, Outcome, Run
from veriabs.core.source import DataModel, Task
from veriabs.core.templates import render_c
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies import bounded
from veriabs.strategies.bounded import BoundedProgram, programs

Make = Callable[[str], InstrumentedProgram]
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
SIZED = HEAD + """int a[1000]; int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  if (a[999] == 123456) reach_error(); return 0; }
"""
SYMBOLIC = HEAD + """int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 10000) return 0;
  for (int i = 0; i < n; i++) s = __VERIFIER_nondet_int();
  if (s == 123456) reach_error(); return 0; }
"""


@pytest.fixture
def made(tmp_path: Path) -> Make:
    def make(text: str) -> InstrumentedProgram:
        path = tmp_path / "input.c"
        path.write_text(text, encoding="utf-8")
        return load_instrumented(Task(path, DataModel.LP64))

    return make


def rendered(program: BoundedProgram) -> str:
    return render_c(program.query.template, program.query.context)


def test_sizes_are_made_small(made: Make) -> None:
    subject = made(SIZED)
    small = [program for program in programs(subject) if program.smaller]
    assert small
    for program in small:
        new = program.smaller[1000]
        assert 0 < new < 10
        assert program.smaller[999] == new - 1, "numbers beside a size move with it"
        assert f"i < {new}" in rendered(program)
        assert "1000" not in program.query.context["program"]  # type: ignore[operator]
        assert program.query.unwind > new, "every loop ends within the unwinding"
    assert len({program.smaller[1000] for program in small}) == len(small)


def test_cheapest_program_comes_first(made: Make) -> None:
    unwindings = [program.query.unwind for program in programs(made(SYMBOLIC))]
    assert unwindings == sorted(set(unwindings))
    assert unwindings[0] <= 5


def test_program_without_sizes_is_unchanged(made: Make) -> None:
    subject = made(SYMBOLIC)
    for program in programs(subject):
        assert program.smaller == {}
        assert "n > 10000" in rendered(program)


def test_unchanged_program_is_tried_too(made: Make) -> None:
    assert any(not program.smaller for program in programs(made(SIZED)))


def test_order_of_sizes_is_kept(made: Make) -> None:
    subject = made(HEAD + "int a[100], b[200], c[1000]; int main(void) { a[0] = b[0] = c[0]; reach_error(); }\n")
    for program in programs(subject):
        if program.smaller:
            assert program.smaller[100] < program.smaller[200] < program.smaller[1000]


def test_neighbouring_sizes_keep_their_distance(made: Make) -> None:
    subject = made(HEAD + "int a[1000], b[1001]; int main(void) { a[0] = b[0]; reach_error(); }\n")
    for program in programs(subject):
        if program.smaller:
            assert program.smaller[1001] - program.smaller[1000] == 1


def test_numbers_far_from_a_size_are_unchanged(made: Make) -> None:
    for program in programs(made(SIZED)):
        assert 123456 not in program.smaller
        assert "123456" in rendered(program)


def test_claim_is_that_of_an_under_approximation(made: Make) -> None:
    for program in programs(made(SIZED)):
        assert program.query.claim is Approximation.UNDER, "no proof can rest on it"
        assert program.query.needed is Outcome.FAILURE


def test_purposes_differ(made: Make) -> None:
    for text in (SIZED, SYMBOLIC):
        purposes = [program.query.purpose for program in programs(made(text))]
        assert len(set(purposes)) == len(purposes)


# ------------------------------------------------------------------------------------------------------------ with CBMC


def run_harness(program: BoundedProgram, cbmc: Cbmc) -> Run:
    harness = program.query
    with Driver(cbmc) as driver:
        return driver.check(
            rendered(program),
            purpose=harness.purpose,
            asked=harness.asked,
            unwind=harness.unwind,
            data_model=DataModel.LP64,
            seconds=30.0,
            trace_of=bounded.PROPERTY,
        )


@pytest.mark.cbmc
@pytest.mark.parametrize("text", [SIZED, SYMBOLIC])
def test_violation_is_found(made: Make, text: str, cbmc: Cbmc) -> None:
    for program in programs(made(text)):
        run = run_harness(program, cbmc)
        named = [check.status for check in run.checks if check.name == bounded.PROPERTY]
        assert named in (["FAILURE"], ["SUCCESS"]), "the check has the name that the trace is asked for"
        if named == ["FAILURE"]:
            assert bounded.VALUES[1] in run.raw
            return
    pytest.fail("no program was violated")


PROGRAMS = {
    "contents": "int a[50], m[5][6], x; double d; struct { int v; short w[3]; } s[7]; _Bool b[9]; "
                "if (a[0] == 7 && m[1][2] == 8 && x == 9 && d == 2.5 && s[1].w[2] == 5 && b[0]) reach_error();",
    "memory": "int *p = malloc(8 * sizeof(int)); if (p[3] == 12345) reach_error();",
    "assumptions": "int x = __VERIFIER_nondet_int(); __CPROVER_assume(x > 500000); if (x < 500002) reach_error();",
    "assertion": "int x = __VERIFIER_nondet_int(); assert(x != 700000);",
    "library": "char s[9]; memset(s, 0, 9); if (abs(-3) == 3) reach_error();",
}  # fmt: skip


@pytest.mark.cbmc
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_construct_is_supported(made: Make, name: str, cbmc: Cbmc) -> None:
    program = list(programs(made(HEAD + f"int main(void) {{ {PROGRAMS[name]} return 0; }}\n")))[-1]
    run = run_harness(program, cbmc)
    assert [check.status for check in run.checks if check.name == bounded.PROPERTY] == ["FAILURE"], run.detail


@pytest.mark.cbmc
def test_end_of_the_run_is_no_violation(made: Make, cbmc: Cbmc) -> None:
    for body in ("abort(); reach_error();", "exit(3); reach_error();", "__CPROVER_assume(0); reach_error();"):
        for program in programs(made(HEAD + f"int main(void) {{ {body} }}\n")):
            assert run_harness(program, cbmc).outcome is not Outcome.FAILURE


def test_text_is_c(made: Make) -> None:
    for name, body in PROGRAMS.items():
        for program in programs(made(HEAD + f"int main(void) {{ {body} return 0; }}\n")):
            command = ["gcc", "-fsyntax-only", "-w", "-std=gnu11", "-xc", "-"]
            done = subprocess.run(command, input=rendered(program), capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, f"{name}: {done.stderr}"
