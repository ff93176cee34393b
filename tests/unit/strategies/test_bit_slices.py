"""What is computed bit by bit is proved for one bit; where anything else matters, there is no slice."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.core.statements import Assert, Assign
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.bit_slices import slice_of
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

ROTATED = """void reach_error(void);
int main(void) {{
  int n = __VERIFIER_nondet_int(), i;
  if (n < 2 || n > 1000000) return 0;
  {kind} x[n], first; {wide} one, two;
  for (i = 0; i < n; i++) x[i] = __VERIFIER_nondet_int();
  one = {start}; for (i = {from_}; i < n; i++) one = {step_one};
  first = x[0];
  for (i = 0; i < n - 1; i++) x[i] = x[i + 1];
  x[n - 1] = {last};
  two = {start}; for (i = {from_}; i < n; i++) two = {step_two};
  if ({wrong}) reach_error();
}}"""


def peeled(operator: str = "one & x[i]", **changes: str) -> str:
    """The fold of all cells in front of a rotation, and behind it."""
    texts = {"kind": "int", "start": "x[0]", "from_": "1", "step_one": operator, "last": "first", "wrong": "one != two"}
    texts |= {"step_two": operator.replace("one", "two"), "wide": changes.get("kind", "int")}
    return ROTATED.format(**{**texts, **changes})


PROVED = {
    "and": peeled(),
    "or": peeled("x[i] | one"),
    "exclusive or": peeled("one ^ x[i]"),
    "not": peeled("one ^ ~x[i]"),
    "and of opposites": peeled("one & ~x[i]", start="-1", from_="0"),
    "a wide result": peeled("one | x[i]", wide="long long", wrong="(int)one != (int)two"),
    "several equalities": peeled(wrong="one != two || two != one"),
}

UNSAFE = {
    "a cell is lost": peeled(last="x[0]"),
    "a cell stands there twice": peeled("one ^ x[i]", last="x[1]"),
    "another operator": peeled(step_two="two | x[i]"),
    "the second fold leaves a cell out": peeled("one | x[i]", step_two="i > 1 ? two | x[i] : two"),
}

NO_SLICE = {
    "a sum": peeled(step_two="(two & x[i]) + 1"),
    "a shift": peeled("one & (x[i] << 1)"),
    "a constant of several bits": peeled("one & 6"),
    "a condition": peeled(step_two="x[i] > 0 ? two & x[i] : two"),
    "an index": peeled(step_two="two & x[x[i] & 1]"),
    "an index of a write": peeled().replace("first = x[0];", "first = x[0]; int y[2]; y[one & 1] = 0;"),
    "a size": peeled().replace("first = x[0];", "first = x[0]; int y[one]; y[0] = 0;"),
    "a type of fewer bits": peeled(kind="unsigned char"),
    "a type of more bits": peeled(wide="long long"),
    "one of several equalities": peeled(wrong="one != two && one != first"),
    "an order": peeled(wrong="one > two"),
    "an operator in the assertion": peeled("one ^ x[i]", wrong="(one & two) != 0"),
    "nothing bit by bit": peeled("one + x[i]"),
    "truth values": peeled(kind="_Bool"),
}


def sliced(program: Program) -> Program | None:
    return slice_of(program, assertions(program)[0])


@pytest.mark.parametrize("name", NO_SLICE)
def test_where_more_than_a_bit_matters_is_no_slice(name: str, program: Make) -> None:
    assert sliced(program(NO_SLICE[name])) is None


def test_numbers_stand_for_their_bit(program: Make) -> None:
    """By being 0 or not; by being even or odd where there are sums only. What is accumulated stays where it can."""

    def texts(source: str) -> list[str]:
        found = sliced(program(source))
        assert found is not None
        spelled = [Printer().expr(s.value) for s in statements(found.body) if isinstance(s, Assign)]
        return [*spelled, *(Printer().expr(s.test) for s in statements(found.body) if isinstance(s, Assert))]

    assert {"x[i] ? one : 0", "!one == !two"} <= set(texts(peeled()))
    assert {"x[i] ? 1 : one"} <= set(texts(peeled("x[i] | one")))
    assert {"one + x[i]", "(one - two) % 2 == 0"} <= set(texts(peeled("one ^ x[i]")))
    assert {"one + (x[i] + 1)"} <= set(texts(peeled("one ^ ~x[i]")))
    assert {"x[i] ? !one : one", "x[i] ? two : 0"} <= set(texts(peeled("one ^ x[i]", step_two="two & x[i]")))


def bitwise(draw: Random, operators: str, depth: int = 3) -> str:
    """An expression of bits; the operators are from the text."""
    if not depth or draw.random() < 0.2:
        return draw.choice("aaabbbccc0") if draw.random() < 0.9 else "-1"
    left, right = bitwise(draw, operators, depth - 1), bitwise(draw, operators, depth - 1)
    shapes = [f"({left} {operator} {right})" for operator in operators] + [f"~{left}", f"(long long){left}"]
    return draw.choice([*shapes, f"(m ? {left} : {right})"])


CHECK = """#include <stdlib.h>
int main(void) {
  for (int round = 0; round < 20; round++) {
    unsigned A = rand() * 3u, B = rand() * 5u, C = rand() * 7u;
    int M = rand() & 1;
    for (int p = 0; p < 32; p++) {
      unsigned whole, one;
      { int a = A, b = B, c = C, m = M; whole = (unsigned)(%s) >> p & 1; }
      { unsigned a = A >> p & 1, b = B >> p & 1, c = C >> p & 1, m = M; one = %s; }
      if (whole != one) return 1;
    }
  }
  return 0;
}"""


@pytest.mark.share(2)
@pytest.mark.parametrize(("operators", "bit"), [("&|^", "!!(%s)"), ("^", "(%s) %% 2")])
def test_one_bit_of_any_expression(operators: str, bit: str, program: Make, tmp_path: Path) -> None:
    """What gcc makes of the slice of an expression is the bit that it makes of the expression, for each bit."""
    draw = Random(operators)
    for _ in range(25):
        expr = f"({bitwise(draw, operators)}) {operators[0]} a"
        source = f"int main(void) {{ int a, b, c, m, r; r = {expr}; __VERIFIER_assert(r == 0); return 0; }}"
        found = sliced(program(source))
        assert found is not None, expr
        (made,) = (Printer().expr(s.value) for s in statements(found.body) if isinstance(s, Assign))
        path = tmp_path / "check.c"
        path.write_text(CHECK % (expr, bit % made), encoding="utf-8")
        subprocess.run(["gcc", "-w", "-O0", path, "-o", tmp_path / "check"], check=True)
        assert subprocess.run([tmp_path / "check"], check=False).returncode == 0, (expr, made)


def test_sums_wrap_around(program: Make) -> None:
    found = sliced(program(peeled("one ^ x[i]")))
    assert found is not None
    assert {found.scalars["one"].type.name, found.arrays["x"].type.name} == {"unsigned int"}


def word(made: Program, cbmc: Cbmc, seconds: float) -> Verdict:
    options = Options(strategies=("bit_slices", "closed_forms"), replay=False, timeout=seconds)
    return verify(made.task, made, cbmc, options).verdict


@pytest.mark.share(14, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("name", PROVED)
def test_is_proved(name: str, program: Make, cbmc: Cbmc) -> None:
    assert word(program(PROVED[name]), cbmc, 60) is Verdict.TRUE


@pytest.mark.share(8, 2)
@pytest.mark.cbmc
@pytest.mark.parametrize("name", UNSAFE)
def test_is_not_proved(name: str, program: Make, cbmc: Cbmc) -> None:
    made = program(UNSAFE[name])
    assert sliced(made) is not None
    assert word(made, cbmc, 20) is Verdict.UNKNOWN
