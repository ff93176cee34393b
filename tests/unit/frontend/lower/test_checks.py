"""Checks as assertions of the lowered program."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from veriabs.core.ctree import reads_cell, statements, substitute, walk
from veriabs.core.errors import UnsupportedError
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Unary, Var
from veriabs.core.goals import CHECKS, GoalKind
from veriabs.core.source import DataModel, Entry, Task
from veriabs.core.statements import Assert, Evaluate, Loop
from veriabs.core.types import IntType
from veriabs.core.typing_rules import fold_constants
from veriabs.frontend.program import load_program
from veriabs.loops.flatten import assertions

ALL = tuple(kind.value for kind in CHECKS)
HEAD = "extern int __VERIFIER_nondet_int(void); extern long long __VERIFIER_nondet_longlong(void);\n"
HEAD += "extern void *malloc(unsigned long); extern void free(void *);\n"
HEAD += "extern void *memset(void *, int, unsigned long);\n"
MEMSET = ["bounds", "overflow", "pointer"]


def checks(folder: Path, body: str, *kinds: str) -> list[Assert]:
    path = folder / "c.c"
    path.write_text(f"{HEAD}int a[10]; int f(int x) {{ return 1; }}\nint main(void) {{ {body} }}", encoding="utf-8")
    program = load_program(Task(path, checks=kinds or ALL))
    assert not any(isinstance(stmt, Evaluate) for stmt in statements(program.body))
    return list(assertions(program))


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("int i = __VERIFIER_nondet_int(); a[i] = 1;", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); a[i];", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); (void)a[i];", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); if (a[i]) { }", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); a[0] ? f(1) : f(2);", []),
        ("int i = __VERIFIER_nondet_int(); a[i] ? f(1) : f(2);", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); f(3 / i);", ["div-by-zero", "overflow"]),
        ("int i = __VERIFIER_nondet_int(); return 3 % i;", ["div-by-zero", "overflow"]),
        ("int i = __VERIFIER_nondet_int(); i++;", ["overflow"]),
        ("unsigned u = __VERIFIER_nondet_int(); u--;", ["conversion", "unsigned-overflow"]),
        ("unsigned u = 3; u--;", ["unsigned-overflow"]),
        ("int i = __VERIFIER_nondet_int(); char c = i;", ["conversion"]),
        ("int i = __VERIFIER_nondet_int(); long c = i; c = (char)i;", ["conversion"]),
        ("unsigned char c = 300;", ["conversion"]),
        ("int i = (unsigned char)300;", ["conversion"]),
        ("const unsigned char k = 300; int i = k;", ["conversion"]),
        ("long i = __VERIFIER_nondet_longlong(); f(i);", ["conversion"]),
        ("unsigned u = 3; int i = __VERIFIER_nondet_int(); if (i < u) u = 4;", ["conversion"]),
        ("int i = __VERIFIER_nondet_int(); _Bool b = i; long l = i; l = b;", []),
        ("unsigned char t[9] = {0}; char *p = (char *)t; p[1] = p[0];", []),
        ("unsigned char t[9]; char *p = (char *)t; p[1] = 100;", []),
        ("unsigned char t[9]; char *p = (char *)t; p[1] = 200;", ["conversion"]),
        ("double x = __VERIFIER_nondet_int(), y = x * 2;", ["nan"]),
        ("double x = __VERIFIER_nondet_int(); int i = x;", ["conversion"]),
        ("int i = __VERIFIER_nondet_int(), *p = 0; if (i) p = a; *p = 1;", ["bounds", "pointer"]),
        ("int i = __VERIFIER_nondet_int(), *p; if (i) p = a; *p = 1;", ["pointer"]),
        ("int *p = a; *p = 1;", []),
        # Accesses of library functions are checked as well.
        ("int i = __VERIFIER_nondet_int(), *p = 0; if (i) p = a; memset(p, 0, 40);", MEMSET),
        ("int i = __VERIFIER_nondet_int(), *p; if (i) p = a; memset(p, 0, 40);", MEMSET),
        ("int i = __VERIFIER_nondet_int(); int *p = i ? a : 0; memset(p, 0, 40);", MEMSET),
        ("int *p = a; memset(p, 0, 40);", ["bounds", "overflow"]),
        ("int *p = malloc(40); free(p);", ["memory-leak", "pointer"]),
        ("int i = __VERIFIER_nondet_int(); i = -i;", ["overflow"]),
        ("int i = __VERIFIER_nondet_int(); i <<= 2;", ["overflow", "shift"]),
        ("int i = __VERIFIER_nondet_int(); i >>= 2;", []),
        ("int i = __VERIFIER_nondet_int(); i >>= 32;", ["shift"]),
        ("int i = 2 + 3, j = sizeof a[7]; i = j;", []),
        # The model of popcount multiplies unsigned numbers; only its argument belongs to the program.
        ("unsigned u = __VERIFIER_nondet_int(); u = __builtin_popcount(u) != 3;", ["conversion"]),
        ("long long i = __VERIFIER_nondet_longlong(); __builtin_popcount(i);", ["conversion"]),
        ("unsigned u = 3; __builtin_popcount(u);", []),
    ],
)
def test_every_operation_is_checked(tmp_path: Path, body: str, kinds: list[str]) -> None:
    assert sorted({one.kind.value for one in checks(tmp_path, body)}) == kinds


def test_only_requested_kinds_are_checked(tmp_path: Path) -> None:
    found = checks(tmp_path, "int i = __VERIFIER_nondet_int(); a[i] = 3 / i;", "div-by-zero")
    assert [one.kind for one in found] == [GoalKind.DIV_BY_ZERO]


def test_loop_test_is_checked_before_the_loop_and_in_each_iteration(tmp_path: Path) -> None:
    path = tmp_path / "l.c"
    path.write_text("int a[10]; int main(void) { int i = 0; while (a[i]) i = i + 1; }", encoding="utf-8")
    program = load_program(Task(path, checks=("bounds",)))
    (loop,) = (stmt for stmt in program.body if isinstance(stmt, Loop))
    assert isinstance(program.body[program.body.index(loop) - 1], Assert)
    assert isinstance(loop.update[-1], Assert)


EDGES = (0, 1, -1, 2, 31, 32, 63, 64)


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%", "<<", ">>"])
@pytest.mark.parametrize("name", ["int", "long long", "unsigned", "unsigned long long", "short"])
def test_check_condition_tells_whether_the_result_fits(tmp_path: Path, op: str, name: str) -> None:
    """Each pair of extreme values is compared with exact arithmetic."""
    path = tmp_path / "w.c"
    path.write_text(f"int main(void) {{ {name} x, y; x {op} y; }}", encoding="utf-8")
    found = assertions(load_program(Task(path, checks=ALL)))
    operand = {"short": 16, "int": 32, "unsigned": 32}.get(name, 64)
    given = IntType(name, operand, not name.startswith("unsigned"))
    ctype = IntType("int", 32, True) if name == "short" else given
    extremes = (given.lowest, given.highest, given.lowest + 1, given.highest // 2)
    values = {wrap(value, given) for value in (*EDGES, *extremes)}
    for x, y in product(values, values):
        for kind in {one.kind for one in found}:
            holds = all(_holds(one, x, y) for one in found if one.kind is kind)
            assert holds == _expected(kind, op, x, y, ctype), (kind, x, y)


def _holds(one: Assert, x: int, y: int) -> bool:
    types = {part.name: part.type for part in walk(one.test) if isinstance(part, Var)}
    given: dict[str, Expr] = {n: Const(v, types[n]) for n, v in (("x", x), ("y", y)) if n in types}
    return _true(substitute(one.test, given))


def _true(test: Expr) -> bool:
    """The truth of a test over constants; operands that C does not evaluate are not computed."""
    match test:
        case Binary(op="&&", left=left, right=right):
            return _true(left) and _true(right)
        case Binary(op="||", left=left, right=right):
            return _true(left) or _true(right)
        case Unary(op="!", operand=operand):
            return not _true(operand)
        case Conditional(test=test, then=then, orelse=orelse):
            return _true(then) if _true(test) else _true(orelse)
        case _:
            result = fold_constants(test, DataModel.LP64)
            assert isinstance(result, Const), result
            return bool(result.value)


def _expected(kind: GoalKind, op: str, x: int, y: int, ctype: IntType) -> bool:
    if kind is GoalKind.DIV_BY_ZERO:
        return y != 0
    if kind is GoalKind.SHIFT:
        return 0 <= y < ctype.bits and not (op == "<<" and x < 0)
    if op in ("/", "%"):
        return not (x == ctype.lowest and y == -1)
    if op == "<<":
        return not (0 <= y < ctype.bits and x >= 0) or x << y <= ctype.highest
    exact = {"+": x + y, "-": x - y, "*": x * y}[op]
    return ctype.lowest <= exact <= ctype.highest


CONTEXTS = [
    "x = {} && 0;", "x = {} || 1;", "if ({} || 1) x = 1;", "if ({} && 0) x = 1;", "x = 0 * {};", "x = {} ? 1 : 1;",
    "x = ({}, 0) && 1;", "while ({} && 0) ;", "do ; while ({} && 0);", "while (1 && {}) {{ }}", "x = !({} || 1);",
    "x = ({} && 0) + 1;", "assert({} || 1);", "__VERIFIER_assume({} || 1);", "x = c ? 1 : {};", "x = (1 ? {} : 2);",
    "{};", "(void){};", "f({});", "x = c ? {} : 0;", "c ? {} : 0;", "c && {};", "c || {};",
    "if (c && {}) {{ }}", "if ({}) {{ }}", "if ({}) ; else x = 1;", "if (c) {{ {}; }}",
    "while ({} && x < 3) x++;", "while (x < 3 && {}) x++;", "for (x = {}; x < 0; x++) {{ }}",
    "for (; x < {}; x++) {{ }}", "for (; x < 3; x += {}) {{ }}", "for ({}; x < 3; x++) ;",
    "do x++; while ({} < 0);", "do {{ if (c) continue; x++; }} while ({} < 0);",
    "switch ({}) {{ case 1: x = 1; }}", "switch ({}) {{ default: x = 1; }}", "x = {}, 5;", "x = (5, {});",
    "x = ({}, 5);", "a[{} & 3] = 1;", "x = a[{} & 3];", "a[3] += {};", "x += {} * 0;", "return {};",
    "exit({});", 'printf("%d", {});', "int y = {};", "int y[2] = {{ {}, 1 }};", "struct s t = {{ {} }};",
    "struct s t; t.m = {};", "int *p = &a[{} & 3];", "*(a + ({} & 3)) = 1;", "int *p = a; p += {} & 3;",
    "int *p = a; *p = {};", "__VERIFIER_assume({});", "assert({});", "g(&x, {});", "x = f(f({}));",
    "x = h(c, {});", "h(c, {});", "unread({}, 1);", "({{ {}; }});", "({{ {}; 1; }});", "x = !{};", "x = -{};",
    "x = (char){};", "(char){};", "int v[({} & 3) + 1]; v[0] = 1;", "char *m = malloc({}); (void)m;",
    "memset(a, {}, 4);", "x = 1; x <<= {} & 3;", "x = c ? f({}) : 1;", "unsigned char b = {};", "_Bool b = {};",
    "c ? f({}) : f(2);", "x = one() + {};", "if (one() && {}) x = 1;", "while (one() && {}) {{ }}",
    "x = {} & 0;", "a[one()] = {};", "x = c == {} ? 1 : 1;", "if (c) return {}; else return 0;",
    "for (;;) {{ if ({}) break; }}", "x = __builtin_expect({}, 1);", "const int k = {}; (void)k;",
    "early(c, {});",
]  # fmt: skip


OPERATIONS = [
    ("(77 / z)", GoalKind.DIV_BY_ZERO), ("(w[z])", GoalKind.BOUNDS), ("(z + 77)", GoalKind.OVERFLOW),
    ("(77 - *(w + z))", GoalKind.BOUNDS), ("(77 >> z)", GoalKind.SHIFT),
]  # fmt: skip


@pytest.mark.share(8)
@pytest.mark.parametrize(("operation", "kind"), OPERATIONS)
@pytest.mark.parametrize("context", CONTEXTS)
def test_no_operation_is_lost(tmp_path: Path, context: str, operation: str, kind: GoalKind) -> None:
    """In every place, also if its value is unused: an operation that cannot be lowered is refused, or becomes a gap."""
    text = f"""extern int __VERIFIER_nondet_int(void); extern void exit(int); extern int printf(const char *, ...);
    extern void __VERIFIER_assume(int); extern void assert(int); extern void *malloc(unsigned long);
    extern void *memset(void *, int, unsigned long); struct s {{ int m; }}; int a[10], w[77];
    int f(int x) {{ return x; }} int one(void) {{ return 1; }} void g(int *r, int x) {{ *r = x; }}
    int h(int c, int x) {{ if (c) return x; return 0; }} void unread(int x, int y) {{ }}
    int early(int c, int x) {{ if (c) return 1; return x; }}
    int main(void) {{ int z = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), x = 0;
    {context.format(operation)}
    return 0; }}"""
    path = tmp_path / "o.c"
    path.write_text(text, encoding="utf-8")
    try:
        program = load_program(Task(path, checks=(kind.value,)))
    except UnsupportedError:
        return
    said = [one.test for one in assertions(program) if one.kind is kind and one.where.line == 8]
    about = [walk(test) for test in said if kind in (GoalKind.BOUNDS, GoalKind.OVERFLOW)]
    numbers = [part.value for parts in about for part in parts if isinstance(part, Const)]
    found = 77 in numbers if about else bool(said)
    assert found or any(gap.must_not_run for gap in program.gaps)


@pytest.mark.parametrize(
    ("body", "carried"),
    [
        ("a[0] = __VERIFIER_nondet_int(); __VERIFIER_assert(a[0] + 1 > 0);", False),
        ("int i = __VERIFIER_nondet_int(); a[0] = low(i + 1);", False),
        ("a[0] = clear(a[0] + 1);", True),
        ("int i = 0; while (low(i) < 9) i++;", False),
    ],
)
def test_argument_check_precedes_the_use_of_the_argument(tmp_path: Path, body: str, carried: bool) -> None:
    """A variable carries it only where its value may change up to its last use."""
    path = tmp_path / "c.c"
    helpers = "short low(int x) { return x; } int a[2]; int clear(int x) { a[0] = 0; return x; }"
    main = f"int main(void) {{ {body} return 0; }}"
    path.write_text(f"{HEAD}void __VERIFIER_assert(int);\n{helpers}\n{main}", encoding="utf-8")
    program = load_program(Task(path, checks=ALL))
    assert any(one.source in ("cond", "x", "low_result") for one in program.scalars.values()) == carried


def test_object_allocated_in_a_loop_is_not_returned_to_the_caller(tmp_path: Path) -> None:
    """Then the others would be as well, though they are lost."""
    made = "int *p = malloc(4); *p = i; if (__VERIFIER_nondet_int()) return p;"
    path = tmp_path / "c.c"
    text = f"{HEAD}void abort(void); int *last(void) {{ for (int i = 0; i < 9; i++) {{ {made} }} abort(); }}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnsupportedError, match="one of the objects that a loop allocates"):
        load_program(Task(path, checks=("memory-leak",), entry=Entry("last")))


def test_an_assertion_is_the_same_goal_with_checks_and_without(tmp_path: Path) -> None:
    path = tmp_path / "c.c"
    own = "void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }"
    head = f"{HEAD}extern void abort(void); void reach_error(void) {{}}\n{own}\n"
    main = "int a[2]; int main(void) {\n__VERIFIER_assert(a[0] == 0);\n__VERIFIER_assert(a[1] + 1 > 0); return 0; }"
    path.write_text(head + main, encoding="utf-8")
    plain, checked = (load_program(Task(path, checks=kinds)) for kinds in ((), ALL))
    places = [one.where for one in assertions(checked) if one.kind is GoalKind.ASSERTION]
    assert places == [one.where for one in assertions(plain)]
    assert len(set(places)) == 2
    tests = [one.test for one in assertions(checked) if one.kind is GoalKind.ASSERTION]
    assert tests == [one.test for one in assertions(plain)]


@pytest.mark.parametrize(
    "body",
    [
        "if (a[x++]) y = 1;",
        "y = x > y ? a[x++] : 0;",
        "int z = a[x++]; y = z;",
        "a[x++];",
        "switch (a[x++]) { case 0: y = 1; }",
        "__VERIFIER_assert(a[x++]);",
        "y = f(a[x++]);",
        "return a[x++];",
        "y = a[x++];",
    ],
)
def test_postfix_overflow_check_precedes_the_bounds_check(tmp_path: Path, body: str) -> None:
    body = f"extern void __VERIFIER_assert(int); int x = __VERIFIER_nondet_int(), y = 0; {body}"
    kinds = [one.kind for one in checks(tmp_path, body, "bounds", "overflow") if one.kind is not GoalKind.ASSERTION]
    first = kinds.index(GoalKind.BOUNDS)
    assert GoalKind.OVERFLOW in kinds[:first]


def test_tests_of_loops_keep_their_shape(tmp_path: Path) -> None:
    """The operations of the test are checked with its access: before the loop and at the end of each iteration."""
    body = "int x = 0, y; while (a[x++]) y = 1;"
    kinds = [one.kind for one in checks(tmp_path, body, "bounds", "overflow")]
    assert kinds[:2] == [GoalKind.OVERFLOW, GoalKind.BOUNDS] == kinds[-3:-1]
    program = load_program(Task(tmp_path / "c.c", checks=("bounds", "overflow")))
    (loop,) = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    assert reads_cell(loop.test) and all(isinstance(stmt, Assert) for stmt in loop.update)


def test_a_test_of_a_loop_that_reads_no_cell_is_checked_once_an_iteration(tmp_path: Path) -> None:
    kinds = [one.kind for one in checks(tmp_path, "int x = 9; while (x--) a[x] = 1;", "bounds", "overflow")]
    assert kinds == [GoalKind.OVERFLOW, GoalKind.BOUNDS, GoalKind.OVERFLOW]


@pytest.mark.parametrize(
    ("body", "is_condition"),
    [
        ("int *p = a; return p < a + 3;", False),
        ("int b[3], *p = a; return p < b;", True),
        ("int b[3]; return b - a > 2;", True),
        ("int b[3]; return b == a;", False),
    ],
)
def test_pointers_that_are_ordered_point_into_one_object(tmp_path: Path, body: str, is_condition: bool) -> None:
    path = tmp_path / "c.c"
    path.write_text(f"int a[10];\nint main(void) {{ {body} }}", encoding="utf-8")
    found = load_program(Task(path, checks=("pointer",))).conditions
    text = "the pointers compared or subtracted at line 2 point into one object"
    assert [str(one) for one in found] == [text] * is_condition


@pytest.mark.parametrize(
    ("shift", "is_condition"),
    [
        *(("1u << n", True), ("n >> n", True), ("1 << 32", True), ("n << 31", False), ("1ull << 40", False)),
        *(("1 << (n & 31)", False), ("1 << (n & 32)", True), ("1 << (31 & (long)n)", False)),
        *(("n <<= n", True), ("n >>= 3", False), ("1 << n % 32", True), ("1 << n % 32u", False)),
        ("1 << n % 33u", True),
    ],
)
def test_shifts_are_by_less_than_the_width(tmp_path: Path, shift: str, is_condition: bool) -> None:
    path = tmp_path / "c.c"
    path.write_text(f"int main(int n, char **v) {{\n  int m = {shift}; __CPROVER_assert(m, \"\"); }}", encoding="utf-8")
    text = "each shift check at line 2 holds"
    assert [str(one) for one in load_program(Task(path)).conditions if "shift" in str(one)] == [text] * is_condition
    assert not any("shift" in str(one) for one in load_program(Task(path, checks=("shift",))).conditions)


@pytest.mark.parametrize(
    ("conversion", "is_condition"),
    [
        *(("int i = d", True), ("int i = (int)d", True), ("n += d", True), ("n = take(d)", True)),
        *(("int i = 1e20", True), ("int i = 2.5", False), ("_Bool i = d", False), ("unsigned char i = 256.0", True)),
        *(("unsigned i = -0.5", False), ("float f = n", False), ("long i = n", False)),
    ],
)
def test_floating_point_numbers_fit_the_integer_types(tmp_path: Path, conversion: str, is_condition: bool) -> None:
    path = tmp_path / "c.c"
    called = "extern double in; double d; int n;\nint take(int i) { return i; }\n"
    path.write_text(f'{called}int main(void) {{ d = in; {conversion}; __CPROVER_assert(n, ""); }}', encoding="utf-8")
    for asked in ((), ("conversion",)):
        found = [str(one) for one in load_program(Task(path, checks=asked)).conditions]
        assert bool([one for one in found if one.startswith("each conversion check at line")]) is is_condition, found


@pytest.mark.parametrize(
    ("division", "is_condition"),
    [("n / n", True), ("7 % n", True), ("n % 3", False), ("(int)(d / d > 1)", False), ("n /= n", True)],
)
def test_integers_are_not_divided_by_zero(tmp_path: Path, division: str, is_condition: bool) -> None:
    path = tmp_path / "c.c"
    text = f'int main(int n, char **v) {{ double d = n; int m = {division}; __CPROVER_assert(m, ""); }}'
    path.write_text(text, encoding="utf-8")
    assert not load_program(Task(path, checks=("div-by-zero",))).conditions
    found = [str(one) for one in load_program(Task(path)).conditions]
    assert found == ["each div-by-zero check at line 1 holds"] * is_condition
