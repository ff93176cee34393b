"""Slices in the portfolio: they prove goals together with all accesses, and never prove unsafe programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.conditions import NO_OVERFLOW
from veriabs.core.copying import replace
from veriabs.core.ctree import integer, statements, transform
from veriabs.core.expressions import Binary, Var
from veriabs.core.program import Program, ProgramPart
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Agreement, Report, Verdict
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Assign, If, Stmt
from veriabs.frontend.lower.lower import lower
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies import of_a_part, slicing
from veriabs.validation.validator import Validator
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

MOTIVATING = Path(__file__).parent.parent.parent / "soundness" / "slicing_motivating.c"
TRAPS = Path(__file__).parent.parent.parent / "programs" / "traps"

Make = Callable[[str], Program]

NEST = """int a[100000], grid[64], score;
int main(void) {
  for (int i = 0; i < 100000; i++) a[i] = i % 7;
  int rounds = __VERIFIER_nondet_int();
  do {
    for (int i = 1; i < 64; i++) {
      grid[i] = (grid[i - 1] + grid[i]) / 2 + rounds;
      while (grid[i] > 100) grid[i] = grid[i] - score - 1;
    }
    if (grid[63] % 3 == 1) score++;
    rounds--;
  } while (rounds > 0);
  if (score % 5 != 2)
    for (int i = 0; i < %s; i++) __VERIFIER_assert(a[i] <= %s);
  return 0;
}"""
SAFE = NEST.replace("%s", "100000", 1).replace("%s", "6")

BESIDE = """int u[2], table[100];
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 1;
  for (int k = 0; k < 6; k++) x = x + 1;
  %s
  for (int i = 0; i < n; i++) table[i] = n;
  __VERIFIER_assert(x == 7);
  return 0;
}"""


def slice_parts(program: Program, assertion: int = 0) -> list[ProgramPart | Reason]:
    return list(slicing.parts(program, assertions(program)[assertion]))


def verified(program: Program, cbmc: Cbmc, *others: str, **options: object) -> Report:
    chosen = {"strategies": ("slicing", *others), "replay": False, "timeout": 100.0, "max_k": 2, **options}
    return verify(program.task, program, cbmc, Options(**chosen))  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------- the slices


def test_value_slice_comes_first_and_the_backward_slice_only_where_it_is_smaller() -> None:
    value, backward = slice_parts(load_program(load(MOTIVATING)))
    assert isinstance(value, ProgramPart)
    assert value.name == "value slice"
    assert sum(1 for _ in statements(value.program.body)) < 15
    assert isinstance(backward, Reason)
    assert "removes nothing" in backward.text


def test_statements_of_a_slice_are_at_their_places() -> None:
    program = load_program(load(MOTIVATING))
    part = slice_parts(program)[0]
    assert isinstance(part, ProgramPart)
    whole = {(type(stmt), stmt.where.file, stmt.where.line) for stmt in statements(program.body)}
    mine = {(type(stmt), stmt.where.file, stmt.where.line) for stmt in statements(part.program.body)}
    assert {place for place in mine if "Assert" in place[0].__name__ or "Loop" in place[0].__name__} <= whole
    assert {file for _, file, _ in mine} == {str(MOTIVATING)}


def test_slice_is_for_the_assertions_at_one_place(program: Make) -> None:
    made = program("""int main(void) { int x = 0, y = __VERIFIER_nondet_int(), z = 0, a = 0, b = 0;
for (int i = 0; i < 9; i++) { x++; if (y > i) a = y; else b = y; }
for (int i = 0; i < y; i++) { z = z + a; a = b - z; }
__VERIFIER_assert(x == 9);
__VERIFIER_assert(z < 100); }""")
    part = slice_parts(made)[0]
    assert isinstance(part, ProgramPart)
    assert [one.where.line for one in assertions(part.program)] == [5]


TWICE = """#include <assert.h>
int f(int v) { assert(v != 7); return v; }
#define TWO(p, q) assert(p); assert(q)
int main(void) { int x = __VERIFIER_nondet_int(), y = 0, z = 0, w = 0;
for (int i = 0; i < 9; i++) { y++; z = z + x; w = w ^ z; }
TWO(x != 5, y == 9); assert(z != w); f(x); f(y); }"""


def test_slice_is_for_one_assertion_of_a_line_a_macro_and_a_function(program: Make) -> None:
    made = program(TWICE)
    paths = [one.path for one in assertions(made)]
    assert {one.where.line for one in assertions(made)} == {3, 7}
    assert len(set(paths)) == len(paths) == 5
    sliced = [slice_parts(made, number)[0] for number in range(5)]
    kept = [[one.path for one in assertions(part.program)] for part in sliced if isinstance(part, ProgramPart)]
    assert kept == [[path] for path in paths]


CHOOSING = """int mixed(int z, int w) { for (int i = 0; i < 5; i++) { z = z * 3 + w; w = w ^ z; if (z > 100) z -= 90; }
return z + w; }
int main(void) { int u = 0, k = 0, z = __VERIFIER_nondet_int() % 50, w = 5;
while (z < 100) { z += (w & 7) + 1; w = mixed(z % 10, w % 10); u += 2; k++; __VERIFIER_assert(u <= 2 * k); } }"""


def test_slice_that_chooses_is_compared_after_its_choice(program: Make) -> None:
    """The condition of the loop is not in the slice, which is followed to the end of the loop all the same."""

    def faster(stmt: Stmt) -> tuple[Stmt, ...]:
        late = isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name == "k"
        return (If(Binary(">", stmt.target, integer(1)), (), (stmt,), stmt.where),) if late else (stmt,)

    made = program(CHOOSING)
    (assertion,), part = assertions(made), slice_parts(made)[0]
    assert isinstance(part, ProgramPart)
    assert "z < 100" not in part.program.preprocessed
    validator = Validator(True, lambda: 60.0)
    assert validator.validate_part(made, part, assertion).translation is Agreement.SAME
    other = replace(part.program, body=transform(part.program.body, faster))
    assert validator.validate_part(made, replace(part, program=other), assertion).translation is Agreement.DIFFERENT


def test_slice_without_one_of_two_assertions_is_refused(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = program(TWICE)

    def lower_all_but_one(*given: object) -> Program:
        part = lower(*given)
        first = assertions(part)[0]
        return replace(part, body=tuple(one for one in part.body if one is not first))

    monkeypatch.setattr("veriabs.frontend.lower.lower.lower", lower_all_but_one)
    reason = slice_parts(made, 1)[-1]
    assert isinstance(reason, Reason)
    assert reason.text in (
        "the value slice does not contain the assertion",
        "the value slice removes nothing from the program",
    )


def test_program_that_is_no_larger_than_its_slice_is_left_alone(program: Make) -> None:
    (only,) = slice_parts(program("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x); }"))
    assert isinstance(only, Reason)


@pytest.mark.parametrize("made", ["p = (char *)n", "p = n", "p = made(n)"])
def test_program_that_makes_pointers_of_numbers_has_no_slices(program: Make, made: str) -> None:
    """A slice would not show which pointers hold an address: `*p` may be the cell that is looked at."""
    text = f"""extern unsigned long __VERIFIER_nondet_ulong(void);
char cells[64]; char *made(unsigned long n) {{ return n; }}
int main(void) {{ unsigned long n = __VERIFIER_nondet_ulong(); char *p; {made};
if (p == &cells[0]) {{ *p = 3; __VERIFIER_assert(cells[0] == 0); }} return 0; }}"""
    (only,) = slice_parts(program(text))
    assert isinstance(only, Reason)
    assert (only.text, only.kind) == ("the program converts a number to a pointer", ReasonKind.NOT_APPLICABLE)


def test_slice_with_a_range_of_labels_is_read(program: Make) -> None:
    text = "switch (n) { case 1 ... 9: x = x + 0; break; default: break; }"
    slices = slice_parts(program(BESIDE.replace("%s", text, 1)))
    assert any(isinstance(one, ProgramPart) for one in slices), slices


def test_condition_of_a_loop_over_cells_is_kept(program: Make) -> None:
    """Only `n`, which is otherwise unused, determines the cells."""
    made = program("""int a[100]; int seen, other;
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 100) n = 100;
for (int i = 0; i < 100; i++) { a[i] = 1; other = other + i; seen = seen + other; }
if (seen > 7) other = 2; if (other > 7) other = 3;
for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1); }""")
    part = slice_parts(made)[0]
    assert isinstance(part, ProgramPart)
    assert "i < n" in part.program.preprocessed
    assert "other" not in part.program.preprocessed


def test_small_program_is_not_sliced_first(model: Callable[[str], object]) -> None:
    task = model("int main(void) { int x = 0, y; for (int i = 0; i < 9; i++) x++; y = x; __VERIFIER_assert(x == 9); }")
    assert not slicing.likely(task)  # type: ignore[arg-type]


def test_place_without_an_assertion_stands_for_all(program: Make) -> None:
    made = program("int main(void) { int x = __VERIFIER_nondet_int(), y = 2; y++; y++; __VERIFIER_assert(x); }")
    (only,) = assertions(made)
    parts = list(slicing.parts(made, replace(only, path=(Where(str(made.task.path), 77),))))
    assert isinstance(parts[0], ProgramPart)
    assert len(assertions(parts[0].program)) == 1


# -------------------------------------------------------------------------------------------------------- the proofs


@pytest.mark.long
@pytest.mark.cbmc
def test_motivating_program_is_proved(cbmc: Cbmc) -> None:
    """By its value slice, or where that is faster on a busy machine, as a whole."""
    report = verified(load_program(load(MOTIVATING)), cbmc, "induction", replay=True)
    assert report.verdict is Verdict.TRUE
    how = {"slicing": "value slice: induction, k=1", "induction": "induction, k=1"}
    assert all(one.how == how[one.strategy] for one in report.answers if one.verdict is Verdict.TRUE)
    assert "bounds" in {run.purpose for run in report.runs}


@pytest.mark.long
@pytest.mark.cbmc
def test_program_is_proved_through_its_slice_and_not_without(program: Make, cbmc: Cbmc) -> None:
    """With one strategy beside it, so that none is faster than another on a busy machine."""
    made = program(SAFE)
    assert verified(made, cbmc, "shrinking").strategy.startswith("slicing (shrinking on the value slice")
    assert verified(made, cbmc, strategies=("shrinking",)).verdict is Verdict.UNKNOWN


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("given", ["", "x = 7 + 0 * u[1];"])
def test_access_beside_the_slice_that_may_be_out_of_bounds_forbids_the_proof(
    program: Make, cbmc: Cbmc, given: str
) -> None:
    """It may change the cell that the assertion looks at."""
    report = verified(program(BESIDE % given), cbmc, "shrinking", "induction")
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert "within bounds" in report.reason.text
    inside = program(BESIDE.replace("i < n", "i < n && i < 100") % given)
    assert verified(inside, cbmc, "shrinking", "induction").verdict is Verdict.TRUE


@pytest.mark.cbmc
def test_unsupported_program_is_undecided_although_its_slice_is_supported(cbmc: Cbmc) -> None:
    task = load(MOTIVATING)
    reason = Reason(ReasonKind.UNSUPPORTED, "not understood")
    report = verify(task, reason, cbmc, Options(strategies=("slicing", "induction"), replay=False, timeout=20.0))
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason == reason


@pytest.mark.cbmc
def test_slice_alone_decides_nothing(program: Make, cbmc: Cbmc) -> None:
    """Behind a loop that never ends nothing is violated, but its slice does not know that; it must not refute."""
    made = program("""int main(void) { int x = 0, y = 0, z = 1; for (int i = 0; i < 9; i++) { y = y + z; z = y - x; }
while (y != z) { z++; y++; } __VERIFIER_assert(x == 1); }""")
    report = verified(made, cbmc, "induction", "native", replay=True, timeout=15.0)
    assert report.verdict is not Verdict.TRUE or report.strategy != "slicing (induction on the value slice)"
    assert report.verdict is not Verdict.FALSE or report.counterexample is not None


WRONG = {
    "limit": NEST.replace("%s", "100000", 1).replace("%s", "5"),
    "out of the array": NEST.replace("%s", "100001", 1).replace("%s", "6"),
    "first of two fails": """int main(void) { int x = 0, y = __VERIFIER_nondet_int();
for (int i = 0; i < 9; i++) x++; __VERIFIER_assert(y < 100); __VERIFIER_assert(x == 9); }""",
    "second of two on a line": """int main(void) { int x = 0, y = __VERIFIER_nondet_int(), z = 0;
for (int i = 0; i < 9; i++) x++; for (int i = 0; i < y; i++) z++;
__VERIFIER_assert(x == 9); __VERIFIER_assert(z == y); }""",
    "one of two calls": """static void check(int v) { __VERIFIER_assert(v < 10); }
int main(void) { int x = 0, y = __VERIFIER_nondet_int(), z = 0;
for (int i = 0; i < 9; i++) x++; for (int i = 0; i < y; i++) z++; check(x); check(z); }""",
    "error behind a condition": """extern void reach_error(void);
int main(void) { int x = 0, y = __VERIFIER_nondet_int(), z = 0;
for (int i = 0; i < 9; i++) x++; for (int i = 0; i < y; i++) z++;
if (x == 9) { if (z > 4) { reach_error(); } } }""",
    "error label": """int main(void) { int x = 0, y = __VERIFIER_nondet_int(), z = 0;
for (int i = 0; i < 9; i++) x++; for (int i = 0; i < y; i++) z++; if (x == 9 && z == 3) goto ERROR; return 0;
ERROR: return 1; }""",
    "through a pointer": """int main(void) { int x = 0, *p = &x, y = __VERIFIER_nondet_int();
for (int i = 0; i < 9; i++) x++; if (y) *p = 4; __VERIFIER_assert(x == 9); }""",
    "static of a function": """static int next(void) { static int n; n = n + 1; return n; }
int main(void) { int x = 0, y = __VERIFIER_nondet_int(); for (int i = 0; i < y; i++) next();
x = next(); __VERIFIER_assert(x == 1); }""",
    "break out of the loop": """int main(void) { int x = 0, y = 0; for (int i = 0; i < 9; i++) { y = y + i;
if (__VERIFIER_nondet_int()) break; x++; } __VERIFIER_assert(x == 9); }""",
    "assumption that is no longer": """int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
if (x < 0) abort(); for (int i = 0; i < 9; i++) { y = y + x; x = x - 1; } __VERIFIER_assert(x >= 0); }""",
    "abort behind": """int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
for (int i = 0; i < 9; i++) y = y + x; __VERIFIER_assert(x >= 0); if (x < 0) abort(); }""",
    "last iteration": """int a[100]; int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n > 100) n = 100;
for (int i = 0; i < n; i++) { a[i] = i == 99; s = s + a[i]; }
for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 0); }""",
}


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("name", WRONG)
def test_unsafe_program_is_not_proved(
    program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Slices go first here, however large they are."""
    monkeypatch.setattr(slicing, "SMALLER", 2.0)
    monkeypatch.setattr(slicing, "STRATEGY", replace(slicing.STRATEGY, likely=lambda model: True))
    made = program(WRONG[name])
    assert isinstance(slice_parts(made)[0], ProgramPart)
    assert verified(made, cbmc, "shrinking", "induction", timeout=8.0).verdict is Verdict.UNKNOWN


@pytest.mark.share(3, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", sorted(TRAPS.glob("v0[123]*_unsafe.c")), ids=lambda path: path.stem)
def test_trap_is_not_proved(cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(slicing, "SMALLER", 2.0)
    made = load_program(load(path))
    assert verified(made, cbmc, "shrinking", "closed_forms", "induction", timeout=8.0).verdict is Verdict.UNKNOWN


@pytest.mark.long
@pytest.mark.cbmc
def test_proof_keeps_the_reliance_on_no_overflow(program: Make, cbmc: Cbmc) -> None:
    """The calculation of `closed_forms` holds up to the first overflow, in a slice as well."""
    made = program("""int a[100000]; int main(void) { int n = __VERIFIER_nondet_int(), s = 0, z = 0;
if (n < 0 || n > 100000) abort();
for (int i = 0; i < n; i++) { a[i] = 3; z = z + a[i] % 2; if (z > 10) z = z - i; }
if (z == 5) return 0;
for (int i = 0; i < n; i++) s = s + i;
__VERIFIER_assert(s >= 0); }""")
    report = verified(made, cbmc, "closed_forms")
    assert report.verdict is Verdict.TRUE
    assert "value slice" in report.strategy
    assert NO_OVERFLOW.kind in {one.kind for one in report.conditions}
    assert verified(made, cbmc, "closed_forms", overflow=Overflow.WRAP).verdict is Verdict.UNKNOWN


def test_slice_with_library_functions_can_be_read_again(program: Make) -> None:
    made = program("""#include <string.h>
int a[100], b[100]; int main(void) { int y = __VERIFIER_nondet_int(), z = 1;
for (int i = 0; i < 9; i++) { z = z + y; y = y - z; if (y == 3) z = 4; }
memcpy(a, b, 100 * sizeof(int)); __VERIFIER_assert(a[3] == b[3]); }""")
    part = slice_parts(made)[0]
    assert isinstance(part, ProgramPart)


def test_checks_are_proved_on_the_whole_program_only(program: Make) -> None:
    made = program(SAFE)
    checked = replace(made, task=replace(made.task, checks=("bounds", "overflow")))
    (assertion,) = assertions(made)
    parts = [part.program for part in slicing.parts(checked, assertion) if isinstance(part, ProgramPart)]
    assert parts and all([one.number for one in assertions(part)] == [0] for part in parts)


def test_parts_of_other_strategies_are_not_sliced() -> None:
    assert of_a_part(("lockstep", "slicing", "induction"), "lockstep") == ("induction",)
    assert of_a_part(("lockstep", "slicing", "induction"), "slicing") == ("lockstep", "induction")
