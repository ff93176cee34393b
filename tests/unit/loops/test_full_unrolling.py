"""Loops that always end after a few iterations are unrolled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import asserts, rewrite, statements
from veriabs.core.program import Program, ProgramPart
from veriabs.core.results import Agreement
from veriabs.core.statements import Halt, If, Loop, Stmt
from veriabs.loops.flatten import assertions
from veriabs.loops.full_unrolling import unroll_short_loops
from veriabs.validation.validator import Validator
from veriabs.verify.goals import Goals

Make = Callable[[str], Program]

HEAD = """extern unsigned long __VERIFIER_nondet_ulong(void); unsigned char a[4];
int main(void) {{ int i, k = 0, n = 0; unsigned u; signed char s; unsigned long w;
for (i = 0; i < 9; i++) {{
u = __VERIFIER_nondet_uint(); s = __VERIFIER_nondet_int(); w = __VERIFIER_nondet_ulong(); a[i & 3] = u & 1; a[3] = 0;
{code}
}}
__VERIFIER_assert(n + k < 3); return 0; }}"""

SHORT = {
    "digits": ("while (u) { n++; u /= 10; }", 10),
    "digits from the first one on": ("do { n++; u = u / 10; } while (u != 0);", 10),
    "digits of a long": ("while (w > 0) { n++; w /= 10; }", 20),
    "digits, but for one that is left": ("do { n++; u = u / 10; } while (u > 10 || u == 1);", 10),
    "signs stay": ("while (s) { n++; s /= 10; }", 3),
    "groups of bits": ("while (u >= 128) { n++; u >>= 7; }", 4),
    "bits": ("while (u != 0) { n++; u &= u - 1; }", 32),
    "a positive number": ("while (s > 0) { n++; s >>= 1; }", 8),
    "a small array": ("for (k = 0; a[k]; k++) n++;", 4),
    "a small array backwards": ("for (k = 3; k >= 0 && !a[k]; k--) n++;", 4),
    "a counter": ("for (k = 0; k < 5 && (u & 1); k++) { n++; u /= 2; }", 5),
    "an assertion": ("while (u) { __VERIFIER_assert(u < 9 || n < 9); n++; u /= 10; }", 10),
    "an assertion in front of the counting": ("for (k = 0; k < 5 && u; k++) { __VERIFIER_assert(k < 5); u /= 2; }", 5),
    "an assertion of what leaves it": (
        "for (k = 0; k < 5; k++) { if (u & 1) { __VERIFIER_assert(k < 5); break; } u /= 2; }",
        5,
    ),
    "a break": ("for (k = 0; k < 5; k++) { if (u & 1) break; n++; u /= 2; }", 5),
}
STAYS = {
    "nothing to be shown of a fold": "for (k = 0; k < 8; k++) n += u & 1;",
    "something to be shown of a longer fold": "for (k = 0; k < 9; k++) { __VERIFIER_assert(n < 9); n += u & 1; }",
    "something to be shown of what is no fold": "for (k = 0; k < 8; k++) { __VERIFIER_assert(k < 8); n = u & 1; }",
    "a negative number is shifted": "while (s != 0) { n++; s >>= 1; if (n > 50) break; }",
    "a negative number is shifted, one of two": "while (s > 9 || s != 0) { n++; s >>= 1; if (n > 50) break; }",
    "one of two holds of 0": "while (u > 9 || u == 0) { n++; u /= 10; if (n > 50) break; }",
    "one of two is about something else": "while (u > 9 || n < 50) { n++; u /= 10; }",
    "it is divided at times": "while (u) { n++; if (n & 1) u /= 10; }",
    "it is set as well": "while (u) { n++; u /= 10; if (n == 2) u = 7; }",
    "it does not become 0": "while (u < 9) { n++; u /= 2; if (n > 50) break; }",
    "it is divided by 1": "while (u) { n++; u /= 1; if (n > 50) break; }",
    "its bits come back": "while (s) { n++; s = (signed char)(w & (w - 1)); if (n > 50) break; }",
    "a conversion": "while (s > 0u) { n++; s /= 2; if (n > 50) break; }",
    "a conversion that gives it a sign": "while (u) { n++; u = (signed char)(u >> 4); if (n > 50) break; }",
    "a conversion to less that takes its sign": "while (s) { n++; s = (unsigned char)(s / 100); if (n > 50) break; }",
    "a number of one bit": "for (_Bool at = 0; a[at]; at = at + 1) { n++; if (n > 50) break; }",
    "a cell that is read at times": "for (k = 0; n < 60 && (k > 3 || !a[k]); k++) n++;",
    "an input": "while (u) { n += __VERIFIER_nondet_int(); u /= 10; }",
    "a continue": "while (u) { u /= 10; if (u & 1) continue; n++; }",
    "only an assertion": "while (u) { __VERIFIER_assert(u); }",
    "too many": "for (k = 0; k < 40 && (u & 1); k++) n++;",
    "a counter that ends it": "for (k = 0; k < 5; k++) n++;",
}


def _inner(program: Program) -> list[Loop]:
    return [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)][1:]


@pytest.mark.parametrize("name", SHORT)
def test_loop_is_unrolled_as_often_as_it_may_run(name: str, program: Make) -> None:
    code, most = SHORT[name]
    made = program(HEAD.format(code=code))
    written = unroll_short_loops(made)
    assert len(_inner(made)) == 1
    assert not _inner(written)
    tests = [stmt.test for stmt in statements(written.body) if isinstance(stmt, If)]
    (last,) = (stmt.test for stmt in statements(written.body) if isinstance(stmt, If) and _ends(stmt.then))
    assert tests.count(last) == most + 1


def test_counted_iterations_follow_each_other(program: Make) -> None:
    made = program(HEAD.format(code="for (k = 0; k < 8; k++) { __VERIFIER_assert(n < 9); n += u & 1; }"))
    written = unroll_short_loops(made)
    assert not _inner(written)
    *_, assertion = assertions(made)
    assert not any(isinstance(stmt, If) for stmt in statements(written.body))
    assert len(asserts(written.body, assertion.number)) == 1
    assert len({one.number for one in assertions(written)}) == 8 + 1


@pytest.mark.parametrize("name", STAYS)
def test_unsupported_loop_is_not_unrolled(name: str, program: Make) -> None:
    made = program(HEAD.format(code=STAYS[name]))
    assert unroll_short_loops(made) == made


@pytest.mark.parametrize(("most", "stays"), [(3, True), (4, False)])
def test_loop_above_the_limit_is_not_unrolled(program: Make, most: int, *, stays: bool) -> None:
    read = program(HEAD.format(code="while (u >= 128) { n++; u >>= 7; }"))
    assert (unroll_short_loops(read, most) == read) == stays


OUTER = """extern unsigned __VERIFIER_nondet_uint(void); unsigned char a[4];
int main(void) {{ unsigned i = 0, u = __VERIFIER_nondet_uint(), f = __VERIFIER_nondet_uint(); a[3] = 0;
{code} __VERIFIER_assert(!u && f); return 0; }}"""


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("while (u) u /= 10;", 0),
        ("do { f = f * 5 + u % 10; u /= 10; } while (u);", 0),
        ("while (u) { if (u & 1) f = f * u; u >>= 1; }", 1),
        ("while (u) { f = i % f; u >>= 1; }", 1),
        ("for (i = 0; a[i]; i++) f++;", 1),
        ("for (i = 0; i < 5 && (u & 1); i++) { f++; u /= 2; }", 1),
    ],
)
def test_outer_loop_is_unrolled_by_a_constant_without_products(program: Make, code: str, left: int) -> None:
    made = unroll_short_loops(program(OUTER.format(code=code)))
    assert sum(isinstance(stmt, Loop) for stmt in statements(made.body)) == left


def test_copies_of_an_assertion_share_a_goal_and_have_distinct_numbers(program: Make) -> None:
    made = program(HEAD.format(code="while (w > 9) { __VERIFIER_assert(n < 30); n++; w /= 10; }"))
    inner, _ = assertions(made)
    copies = [one for one in assertions(unroll_short_loops(made)) if one.goal == inner.goal]
    assert len({one.number for one in copies}) == len(copies) == 19
    assert all(replace(one, number=inner.number) == inner for one in copies)
    assert Goals.of(unroll_short_loops(made)).asked.keys() == Goals.of(made).asked.keys()


@pytest.mark.long
@pytest.mark.share(4)
@pytest.mark.parametrize("name", SHORT)
def test_unrolled_program_behaves_like_the_original(name: str, program: Make) -> None:
    made = program(HEAD.format(code=SHORT[name][0]))
    written = unroll_short_loops(made)
    *_, assertion = assertions(made)
    validator = Validator(True, lambda: 60.0)
    assert validator.validate_part(made, ProgramPart("short", written), assertion).translation is Agreement.SAME
    other = ProgramPart("short", replace(written, body=rewrite(written.body, _never_run)))
    assert validator.validate_part(made, other, assertion).translation is Agreement.DIFFERENT


def _ends(body: tuple[Stmt, ...]) -> bool:
    return any(isinstance(stmt, Halt) for stmt in body)


def _never_run(stmt: Stmt) -> tuple[Stmt, ...] | None:
    return () if isinstance(stmt, If) and any(_ends((one,)) for one in statements((stmt,))) else None
