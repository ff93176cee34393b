"""The cost of modelling a program grows linearly with its text: counted in function calls, not in seconds."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.invariants.bounds import bounds_program
from veriabs.loops.build import each_model
from veriabs.loops.flatten import MOST_COPIED, flatten
from veriabs.loops.iterations import listed

Make = Callable[[str], Program]

FEW, MANY = 80, 320
MOST = 8
"""Times the work for four times the text; it would be 16 if each part were looked at for each other one."""


def loops(count: int) -> str:
    body = "".join(f"for (int i = 0; i < 1000; i++) a[i] = a[i] + {n};\n" for n in range(count))
    return f"int a[1000]; int main(void) {{ {body} __VERIFIER_assert(a[3] >= 0); }}"


def do_loops(count: int) -> str:
    body = "".join(f"i = {n}; do {{ a[i] = {n}; i++; }} while (i < 1000);\n" for n in range(count))
    return f"int a[1000]; int main(void) {{ int i; {body} __VERIFIER_assert(a[3] >= 0); }}"


def property_loops(count: int) -> str:
    body = "".join(f"for (int i = 0; i < 1000; i++) s{n} = a[i];\n" for n in range(count))
    scalars = ", ".join(f"s{n}" for n in range(count))
    return f"int a[1000], {scalars}; int main(void) {{ {body} __VERIFIER_assert(a[3] >= 0); }}"


def scalars(count: int) -> str:
    body = "int v0 = a[0];\n" + "".join(f"int v{n} = v{n - 1} + a[{n}];\n" for n in range(1, count))
    return f"int a[1000]; int main(void) {{ {body} __VERIFIER_assert(v{count - 1} >= 0); }}"


def uninitialised(count: int) -> str:
    declared, given = (" ".join(text.format(n) for n in range(count)) for text in ("int v{};", "v{} = 1;"))
    return f"int main(void) {{ {declared} {given} __VERIFIER_assert(v1 > 0); }}"


def one_body(count: int) -> str:
    body = "".join(f"s{n} = a[i] + {n}; b[i] = s{n};\n" for n in range(count))
    names = ", ".join(f"s{n}" for n in range(count))
    loop = f"for (int i = 0; i < 1000; i++) {{ {body} }}"
    return f"int a[1000], b[1000], {names}; int main(void) {{ {loop} __VERIFIER_assert(b[3] >= 0); }}"


def returns(count: int) -> str:
    lines = "".join(f"if (p == {n}) return {n};\n" for n in range(count // 5))
    return f"int a[9]; int r(int p) {{ {lines} return 0; }} int main(void) {{ __VERIFIER_assert(r(a[0]) >= 0); }}"


def jumps(count: int) -> str:
    lines = "".join(f"if (a[{n}] > {n}) goto l{n}; s = {n}; l{n}:;\n" for n in range(count // 2))
    return f"int a[1000], s; int main(void) {{ {lines} __VERIFIER_assert(s >= 0); }}"


def counted(task: Callable[[], object]) -> int:
    """Calls of functions that a task takes."""
    profile = cProfile.Profile()
    profile.runcall(task)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def build_models(program: Make, text: str) -> None:
    made = program(text)
    listed(made)
    next(each_model(made))


SHAPES = (loops, do_loops, property_loops, scalars, uninitialised, one_body, returns, jumps)


@pytest.mark.share(4)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_work_grows_with_the_text(shape: Callable[[int], str], program: Make) -> None:
    few, many = (counted(lambda text=text: build_models(program, text)) for text in (shape(FEW), shape(MANY)))  # type: ignore[misc]
    assert many < MOST * few


@pytest.mark.parametrize("shape", [loops, scalars], ids=lambda shape: shape.__name__)
def test_work_for_the_bounds_program_grows_with_the_text(shape: Callable[[int], str], program: Make) -> None:
    few, many = (program(shape(count)) for count in (FEW, MANY))
    assert counted(lambda: bounds_program(many)) < MOST * counted(lambda: bounds_program(few))


def test_a_nest_of_small_loops_is_not_unrolled_as_a_whole(program: Make) -> None:
    opened = "".join(f"for (int i{n} = 0; i{n} < 8; i{n}++) {{\n" for n in range(12))
    made = program(f"int x; int main(void) {{ {opened} x++; {'}' * 12} __VERIFIER_assert(x >= 0); }}")
    (body,) = (segment for segment in flatten(made, None).segments if not isinstance(segment, tuple))
    assert MOST_COPIED / 16 < sum(1 for _ in statements((body,))) < 2 * MOST_COPIED
