"""Calls that inlining would multiply are refused before anything is inlined."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.frontend.lower import calls

Make = Callable[[str], Program]


def doubling(steps: int, start: str = "f{steps}();") -> str:
    """A chain of functions, each of which calls the one before it twice."""
    chain = "".join(f"void f{n}(void) {{ f{n - 1}(); f{n - 1}(); }}\n" for n in range(1, steps + 1))
    called = start.format(steps=steps)
    return f"int g;\nvoid f0(void) {{ g = g + 1; }}\n{chain}int main(void) {{ {called} __VERIFIER_assert(g > 0); }}"


def test_a_chain_of_doublings_is_refused_where_it_gets_too_large(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def inlined(*given: object) -> None:
        raise AssertionError("nothing is inlined")

    monkeypatch.setattr(calls, "_inline", inlined)
    with pytest.raises(UnsupportedError, match=r":19: f16 would have 196,606 statements .* at most 100,000"):
        program(doubling(30))


def test_a_short_chain_is_inlined(program: Make) -> None:
    assert sum(1 for _ in statements(program(doubling(6)).body)) == 64 + 1


def test_functions_that_nobody_calls_do_not_count(program: Make) -> None:
    assert sum(1 for _ in statements(program(doubling(30, "f2();")).body)) == 4 + 1


def test_endless_recursion_ends_in_a_place_that_must_not_be_reached(program: Make) -> None:
    text = "int g; void f(void) { f(); f(); } int main(void) { f(); __VERIFIER_assert(g > 0); }"
    assert {(gap.what, gap.must_not_run) for gap in program(text).gaps} == {("recursive call of f", True)}


def test_many_calls_of_one_large_function_are_refused_at_their_caller(program: Make) -> None:
    large = f"void f(void) {{ {'g = g + 1; ' * 200} }}"
    text = f"int g;\n{large}\nint main(void) {{ {'f(); ' * 1000} __VERIFIER_assert(g > 0); }}"
    with pytest.raises(UnsupportedError, match=r":4: main would have 201,001 statements"):
        program(text)
