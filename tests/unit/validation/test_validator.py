"""Two translations of a program are compared: differences, agreement, and programs that are not compared."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from veriabs.core import typing_rules
from veriabs.core.copying import replace
from veriabs.core.ctree import statements, substitute_reads, transform
from veriabs.core.expressions import Const, Var
from veriabs.core.program import Initial, Program, ProgramPart, Scalar
from veriabs.core.results import Agreement, Validation
from veriabs.core.source import DataModel, Entry, Task
from veriabs.core.statements import Assert, Assign, Havoc, If, Stmt
from veriabs.core.types import INT, LLONG, CType
from veriabs.frontend.lower.switches import subject_of
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.replay.input_hints import InputHint
from veriabs.validation import native
from veriabs.validation.validator import CUT, NOTHING, Validator

HEAD = """extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
"""
FILL = "int a[1000]; int main(void) { int i; for (i = 0; i < 1000; i++) a[i] = 3; __VERIFIER_assert(a[5] == 3); }"
Read = Callable[..., Program]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def made(text: str, data_model: DataModel = DataModel.LP64) -> Program:
        path = tmp_path / "p.c"
        path.write_text(HEAD + text, encoding="utf-8")
        return load_program(load(path, data_model=data_model))

    return made


def validated(program: Program, keep: Path | None = None, *, runs: bool = True) -> Validation:
    return Validator(runs, lambda: 60.0, keep).validate(program)


@pytest.mark.parametrize("data_model", DataModel)
def test_same_program(read: Read, data_model: DataModel) -> None:
    assert validated(read(FILL, data_model)) == Validation(Agreement.SAME)


@pytest.mark.parametrize("data_model", DataModel)
def test_other_value_is_a_difference_with_both_streams(read: Read, data_model: DataModel, tmp_path: Path) -> None:
    program = read("int main(void) { int x = 7; x += 2; __VERIFIER_assert(x == 9); }", data_model)
    first, second, *rest = program.body
    assert isinstance(second, Assign)
    found = validated(replace(program, body=(first, replace(second, value=Const(8, INT)), *rest)), tmp_path / "kept")
    assert found.translation is Agreement.DIFFERENT
    assert found.detail == f"x is set at {second.where}"
    read_lines, compiled = (
        (tmp_path / "kept" / f"translation.{name}.txt").read_text().splitlines() for name in ("read", "compiled")
    )
    assert read_lines[:2] == [f"x is set at {first.where}: 7", f"x is set at {second.where}: 8"]
    assert compiled[:2] == [f"x is set at {first.where}: 7", f"x is set at {second.where}: 9"]


def test_misread_conversion_is_noticed(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing_rules, "promote", lambda ctype: ctype)
    found = validated(
        read("int main(void) { unsigned char c = 200; int x = c + c; __VERIFIER_assert(x == 400); return 0; }")
    )
    assert found.translation is Agreement.DIFFERENT


def test_assertion_that_is_left_out_is_noticed(read: Read) -> None:
    program = read("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x != 1234567); x++; }")
    without = replace(program, body=tuple(stmt for stmt in program.body if not isinstance(stmt, Assert)))
    assert validated(without).translation is Agreement.DIFFERENT


@pytest.mark.parametrize(
    "text",
    [
        # Operands in the order of the compiler, arguments too.
        "int f(int x, int y) { return 2 * x + y; } int main(void) {"
        " int r = f(__VERIFIER_nondet_int(), __VERIFIER_nondet_uchar()); __VERIFIER_assert(r != 77777); }",
        # Content that nothing initialises.
        "int main(void) { int x, a[9]; unsigned char c; int r = x + a[3] + c; __VERIFIER_assert(r != 77777); }",
        # A division by zero, and what comes behind it.
        "int main(void) { int x = __VERIFIER_nondet_int(), r = 10 / x; r++; __VERIFIER_assert(r != 77777); }",
        # An access out of bounds.
        "int a[4], b[4]; int main(void) { int i = __VERIFIER_nondet_uchar(); a[i] = 1; b[0]++;"
        " int r = b[0] + b[1]; __VERIFIER_assert(r != 77777); }",
        # Signed arithmetic that wraps.
        "int main(void) { int x = __VERIFIER_nondet_int(); x = x * x + x; x = -x; __VERIFIER_assert(x != 77777); }",
        # An array that is too large to be, or of a size that is none.
        "int main(void) { int n = __VERIFIER_nondet_int(), a[n]; for (int i = 0; i < n && i < 3; i++) a[i] = i;"
        " __VERIFIER_assert(n != 77777); }",
        # Bytes counted: with small arrays most of them are out of bounds, as no byte of the program is.
        "unsigned char t[1000]; int n[256]; int main(void) { for (int i = 0; i < 1000; i++)"
        " { t[i] = __VERIFIER_nondet_uchar(); n[t[i]]++; } __VERIFIER_assert(n[3] < 2000); }",
        # A test that takes more than an expression: of a pointer that may be null.
        "char t[9]; char *f(int c) { return t[c] ? 0 : t + c; }"
        " int main(void) { char *e = f(__VERIFIER_nondet_uchar() & 7);"
        " int n = 0; if (e) for (char *p = t; p < e; p++) n++; __VERIFIER_assert(n < 9); }",
        # Code after a call of a function of another file, which the lowered program omits.
        "void log_it(const char *); static int x; int main(void) { x = 4; log_it(\"a\"); __VERIFIER_assert(x == 4); }",
        # A run that never ends.
        "int main(void) { unsigned x = __VERIFIER_nondet_uchar(); while (x > 3) x |= 4; __VERIFIER_assert(x < 4); }",
        # a variable that is named like a parameter of the function that initialises it
        "static int f(int c) { c = c + 1; return 2 * c; } int main(void) { int c = f(3); __VERIFIER_assert(c == 8); }",
    ],
)
def test_unspecified_behaviour_is_no_difference(read: Read, text: str) -> None:
    assert validated(read(text)).translation is Agreement.SAME


def test_assertion_that_a_constant_decides_in_one_call_is_no_difference(read: Read) -> None:
    """It is evaluated where the condition around it holds, there as in the other call."""
    program = read("""int g[3];
    void f(int *p, int w) { if (w == -1) { __VERIFIER_assert(p == 0); } else __VERIFIER_assert(p != 0); }
    int main(void) { int k = __VERIFIER_nondet_int(); g[0] = k; if (k < 0) { f(0, -1); } else f(g, k); return 0; }""")
    assert validated(program) == Validation(Agreement.SAME)


def test_function_with_a_settled_assertion_is_there(read: Read) -> None:
    """The assertion is removed, but its function is lowered, so the call alone is no difference."""
    program = read("""#include <assert.h>
    int g[3]; int f(int *p) { assert(p && "no array"); int r = 0; r += p[1]; return r; }
    int main(void) { g[1] = __VERIFIER_nondet_int(); int r = f(g); __VERIFIER_assert(r == g[1]); return 0; }""")
    assert program.settled
    assert validated(program) == Validation(Agreement.SAME)
    lost = replace(program, settled=frozenset())
    assert validated(lost).translation is Agreement.DIFFERENT


@pytest.mark.parametrize(
    "text",
    [
        "struct s { unsigned d[9]; }; int f(const struct s *a, const struct s *b) { int i = 9;"
        " do { i -= 1; if (a->d[i] > b->d[i]) return 1; } while (i != 0); return 0; }",
        "struct s { int n, m, d[4]; }; int f(struct s *a, struct s *b) { int r = 0; if (a->n > a->m) r = 2;"
        " if (b->n > a->d[1]) r = 3; return r; }",
        "struct s { int n, m; }; int f(struct s *a) { int r = 0; if (a->n > a->m) r = 2; return r; }",
    ],
)
def test_members_of_parameter_objects_are_compared(tmp_path: Path, text: str) -> None:
    """Each parameter has an object of its own, and each member a place of its own in it."""
    path = tmp_path / "f.c"
    path.write_text(text, encoding="utf-8")
    program = load_program(Task(path, checks=("bounds", "pointer"), entry=Entry("f")))
    assert validated(program) == Validation(Agreement.SAME)


MEMBERS = "struct s { int *d; int n; }; int f(struct s *a) { a->n = 1; a->d[0] = 5; return 0; }"


def test_stores_to_members_of_parameter_objects_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(MEMBERS, encoding="utf-8")
    program = load_program(Task(path, checks=("bounds", "pointer"), entry=Entry("f")))
    assert validated(program) == Validation(Agreement.SAME)
    found = validated(replace(program, body=transform(program.body, _one_more)))
    assert found.translation is Agreement.DIFFERENT


def test_compound_literals_are_one_argument_of_a_macro(read: Read) -> None:
    program = read("""struct p { int x, y; }; static int sum(struct p a) { return a.x + a.y; }
    int main(void) { struct p a = (struct p){ 1, 2 }, b; b = (struct p){ .y = 3, .x = __VERIFIER_nondet_int() };
    int x = (struct p){ 4, 5 }.y; if ((struct p){ 4, b.x }.y == 3) x++; const struct p *q = &(struct p){ 6, b.y };
    __VERIFIER_assert(sum((struct p){ 1, 2 }) == 3 && q->y == 3 && (struct p){ 4, x }.y + a.x >= 6); return 0; }""")
    assert validated(program) == Validation(Agreement.SAME)


def test_bytes_that_are_seen_as_another_type_are_the_same(read: Read) -> None:
    text = """unsigned char a[9], b[9]; int main(void) { char *d = (char *)b; const char *s = (const char *)a;
    for (int i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 9; i++) *d++ = *s++; __VERIFIER_assert(b[3] == a[3]); }"""
    assert validated(read(text)).translation is Agreement.SAME


@pytest.mark.parametrize("fails", ["__VERIFIER_assert(0)", "({ if (0) ; else __assert_fail(\"\", \"\", 1, \"\"); })"])
def test_reaching_a_false_assertion_is_the_violation(read: Read, fails: str) -> None:
    head = "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
    switch = f"switch (x % 2u) {{ case 0: x++; break; case 1: break; default: {fails}; }}"
    begins = "int main(void) { unsigned x = __VERIFIER_nondet_uchar();"
    program = read(f"{head} {begins} {switch} if (x > 256) {fails}; }}")
    assert validated(program) == Validation(Agreement.SAME)


@pytest.mark.parametrize("test", ["1", "RED == 0", "sizeof(a) / sizeof(a[0]) == 10", "n == 4"])
def test_assertion_that_a_constant_decides_is_no_difference(read: Read, test: str) -> None:
    """The lowered program omits the assertion; a failure shows in the end of the run."""
    text = """#include <assert.h>
    enum { RED }; int a[10]; int main(void) { const int n = 4; assert(%s); return 0; }"""
    program = read(text % test)
    assert program.settled
    assert validated(program) == Validation(Agreement.SAME)
    wrong = read(text % f"!({test})")
    assert validated(wrong) == Validation(Agreement.SAME)
    lost = replace(wrong, body=tuple(stmt for stmt in wrong.body if not isinstance(stmt, Assert)))
    assert validated(lost).translation is Agreement.DIFFERENT


def test_programs_are_not_run_with_no_replay(read: Read) -> None:
    found = validated(read(FILL), runs=False)
    assert found.translation is Agreement.NOT_COMPARED
    assert "--no-replay" in found.detail


@pytest.mark.parametrize(("value", "fails"), [(3, False), (4, True)])
def test_failed_assertion_is_reported(read: Read, value: int, fails: bool) -> None:
    told: list[None] = []
    validator = Validator(True, lambda: 60.0, fails=lambda: told.append(None))
    found = validator.validate(read(FILL.replace("a[5] == 3", f"a[2] == {value}")))
    assert found == Validation(Agreement.SAME) and bool(told) == fails


def test_failed_assertion_is_reported_before_further_inputs_run(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a counterexample waits for it."""
    seen: list[str] = []
    run = native.Comparison.run

    def logged(comparison: native.Comparison, inputs: int, *rest: float) -> native.Difference | None:
        seen.append("run")
        return run(comparison, inputs, *rest)

    monkeypatch.setattr(native.Comparison, "run", logged)
    text = FILL.replace("1000", "4").replace("a[5] == 3", "a[2] == 4")
    Validator(True, lambda: 60.0, fails=lambda: seen.append("told")).validate(read(text))
    assert seen[:3] == ["run", "told", "run"]


LATE = """int main(void) { unsigned char c = 200; int i, k = %s, s = 0, x; for (i = 0; i < k%s; i++) s++; x = c + c;
__VERIFIER_assert(x == 400); return 0; }"""


def test_misreading_after_a_long_loop_is_noticed_with_a_smaller_bound(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No run comes that far with the bound of the text."""
    assert validated(read(LATE % ("90000", ""))) == Validation(Agreement.SAME)
    monkeypatch.setattr(typing_rules, "promote", lambda ctype: ctype)
    assert validated(read(LATE % ("90000", ""))).translation is Agreement.DIFFERENT


def test_runs_that_are_all_cut_are_compared_in_part(read: Read) -> None:
    """No smaller bound is tried for a product."""
    assert validated(read(LATE % ("300", " * k"))) == CUT


def test_runs_of_which_nothing_is_compared_are_no_comparison(read: Read) -> None:
    text = "void log_it(const char *); int main(void) { log_it(\"a\"); __VERIFIER_assert(1 < 2); }"
    program = read(text.replace("1 < 2", "__VERIFIER_nondet_int() < 7"))
    assert validated(program) == NOTHING


def test_used_up_time_is_no_comparison(read: Read) -> None:
    found = Validator(True, lambda: 0.0).validate(read(FILL))
    assert found.translation is Agreement.NOT_COMPARED


def test_part_with_another_condition_is_noticed(read: Read) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(), r = 0; if (x %s 3) r = 1; __VERIFIER_assert(r - 1); }"
    whole, other, same = read(text % ">"), read(text % "<"), read(text % ">")
    (assertion,) = (stmt for stmt in whole.body if isinstance(stmt, Assert))
    validator = Validator(True, lambda: 60.0)
    assert validator.validate_part(whole, ProgramPart("slice", same), assertion).translation is Agreement.SAME
    found = validator.validate_part(whole, ProgramPart("slice", other), assertion)
    assert found == Validation(Agreement.DIFFERENT, f"the assertion is evaluated at {assertion.where}")


def test_part_without_the_assertion_is_noticed(read: Read) -> None:
    whole = read("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x); __VERIFIER_assert(x < 9); }")
    (first, *_) = [stmt for stmt in whole.body if isinstance(stmt, Assert)]
    part = replace(whole, body=tuple(stmt for stmt in whole.body if stmt is not first))
    found = Validator(True, lambda: 60.0).validate_part(whole, ProgramPart("slice", part), first)
    assert found == Validation(Agreement.DIFFERENT, f"an assertion is left out at {first.where}")


KEY = 3000012345 * pow(2654435761, -1, 2**32) % 2**32
RARE = """int main(void) { int key = __VERIFIER_nondet_int(), r = 0; if (key * 2654435761u == 3000012345u) r = 1;
__VERIFIER_assert(r < 9); return 0; }"""


def test_inputs_of_failed_proofs_are_tried(read: Read) -> None:
    """Neither patterns nor random inputs find the only value that shows the misreading."""
    program = read(RARE)
    misread = replace(program, body=transform(program.body, _one_more))
    (drawn,) = (stmt for stmt in program.body if isinstance(stmt, Havoc))
    assert validated(misread).translation is Agreement.SAME
    validator = Validator(True, lambda: 60.0, proof=Event())
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(validator.validate, misread)
        validator.proved([InputHint("a strategy", {drawn.where: ((0, KEY),)})])
        assert found.result().translation is Agreement.DIFFERENT
    assert validated(program).translation is Agreement.SAME


def _one_more(stmt: Stmt) -> tuple[Stmt, ...]:
    if isinstance(stmt, Assign) and stmt.value == Const(1, INT):
        return (replace(stmt, value=Const(2, INT)),)
    return (stmt,)


CHOICES = """int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0, i;
for (i = 0; i < 6; i++) { if (n > 3) y += i; else x %s= 1; } __VERIFIER_assert(x < 7); }"""


@pytest.mark.parametrize(("operator", "same"), [("+", True), ("-", False)])
def test_part_with_a_choice_is_compared_after_it(read: Read, operator: str, same: bool) -> None:
    """The choice replaces `n > 3`: it follows the value in the whole program."""
    whole, other = read(CHOICES % "+"), read(CHOICES % operator)
    (assertion,) = (stmt for stmt in whole.body if isinstance(stmt, Assert))
    chosen = transform(other.body, _chosen)
    assert chosen != other.body
    found = Validator(True, lambda: 60.0).validate_part(
        whole, ProgramPart("slice", replace(other, body=chosen)), assertion
    )
    assert found.translation is (Agreement.SAME if same else Agreement.DIFFERENT)


SWITCHES = """int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0, i;
for (i = 0; i < 6; i++) { switch (n) { case 3 ... 5: y += i; break; case -1: y--; break; default: x %s= 1; } }
__VERIFIER_assert(x < 7); }"""


@pytest.mark.parametrize(("operator", "same"), [("+", True), ("-", False)])
def test_part_with_a_choice_for_a_switch_is_compared_after_it(
    read: Read, operator: str, same: bool, tmp_path: Path
) -> None:
    """The slice has any number there, which is the one that the whole program switches by."""
    whole, other = read(SWITCHES % "+"), read(SWITCHES % operator)
    (assertion,) = (stmt for stmt in whole.body if isinstance(stmt, Assert))
    switches = (s for s in statements(other.body) if isinstance(s, If) and s.path)
    (choice,) = (one for one in switches if subject_of(one.test))
    wide, subject = Var("choice", LLONG), subject_of(choice.test)
    assert isinstance(subject, Var)
    drawn = Havoc(wide, 99, "__VERIFIER_nondet_longlong", choice.where, path=choice.path)

    def chosen(stmt: Stmt) -> tuple[Stmt, ...]:
        return (drawn, *substitute_reads((stmt,), {subject.name: wide})) if stmt == choice else (stmt,)

    scalars = {**other.scalars, "choice": Scalar("choice", LLONG, Initial.NONDET, "choice", choice.where)}
    part = ProgramPart("slice", replace(other, body=transform(other.body, chosen), scalars=scalars))
    found = Validator(True, lambda: 60.0, tmp_path).validate_part(whole, part, assertion)
    assert found.translation is (Agreement.SAME if same else Agreement.DIFFERENT)


def _chosen(stmt: Stmt) -> tuple[Stmt, ...]:
    """A choice in front of a conditional, in its place; what held the other value has it."""
    if not isinstance(stmt, If):
        return (stmt,)
    taken = Var("y", INT)
    return (Havoc(taken, 99, "__VERIFIER_nondet_int", stmt.where, path=stmt.path), replace(stmt, test=taken))


def test_type_of_an_input_counts(read: Read) -> None:
    program = read("int main(void) { long x = __VERIFIER_nondet_int(); __VERIFIER_assert(x != 77777); return 0; }")
    wide: CType = program.scalars["x"].type
    assert wide != INT
    assert validated(program).translation is Agreement.SAME
