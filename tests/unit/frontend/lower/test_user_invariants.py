"""Test loop invariants that the user wrote: they become candidates over the lowered variables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.statements import Loop


def facts(program: Program) -> list[str | None]:
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return [Printer().expr(one.fact) if one.fact else None for loop in loops for one in loop.given]


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        ("0 <= i && i <= n", "0 <= i && i <= 9"),
        ("__CPROVER_forall { int k; (0 <= k && k < i) ==> p[k] == 3 }", "!(0 <= cell && cell < i) || a[cell] == 3"),
        ("s.x <= __CPROVER_loop_entry(s.x)", "s_x <= entry_s_x"),
        ("i >= 0 && missing < 3", None),
        ("i++ < 3", None),
        ("f(i) == 3", "i + 2 == 3"),
        ("i >= ", None),
    ],
)
def test_an_invariant_is_read_as_the_loop_would_read_it(
    program: Callable[[str], Program], given: str, fact: str | None
) -> None:
    text = f"""
    int a[9]; struct {{ int x; }} s;
    int f(int x) {{ return x + 2; }}
    void g(int *p, int n) {{ for (int i = 0; i < n; i++) __CPROVER_loop_invariant({given}) p[i] = s.x; }}
    int main(void) {{ s.x = 3; g(a, 9); __VERIFIER_assert(a[1] == 3); }}"""
    made = program(text)
    assert facts(made) == [fact]
    assert not any(name.startswith(("k", "veriabs")) for name in made.scalars)


def test_user_invariants_leave_the_program_unchanged(program: Callable[[str], Program]) -> None:
    text = "int a[9]; int main(void) {{ for (int i = 0; i < 9; i++) {} {{ a[i] = i; }} __VERIFIER_assert(a[1] == 1); }}"
    without, given = program(text.format("")), program(text.format("__CPROVER_loop_invariant(i >= 0)"))
    assert Printer().lines(given.body) == Printer().lines(without.body)
    assert (given.scalars.keys(), given.arrays.keys()) == (without.scalars.keys(), without.arrays.keys())


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("find(key, 9)", {"key": "wanted"}),
        ("through(key)", {"key": "wanted"}),
        ("find(key + 1, 9)", {}),
        ("small(key)", {}),
        ("inner(key)", {}),
        ("moved(key)", {}),
    ],
)
def test_a_variable_that_is_given_is_seen_as_the_parameter(
    program: Callable[[str], Program], call: str, names: dict[str, str]
) -> None:
    made = program(f"""
    int a[9];
    int find(int wanted, int n) {{ int i = 0; while (i < n && a[i] != wanted) i++; return i; }}
    int through(int asked) {{ return find(asked, 9); }}
    int small(unsigned char wanted) {{ int i = 0; while (i < 9 && a[i] != wanted) i++; return i; }}
    int inner(int wanted) {{ {{ int wanted = a[0], i = 0; while (i < 9 && a[i] != wanted) i++; return i; }} }}
    int moved(int wanted) {{ int i = 0; while (i < 9 && a[i] != wanted) {{ i++; wanted++; }} return i; }}
    int main(void) {{ int key = __VERIFIER_nondet_int(); __VERIFIER_assert({call} == key); }}""")
    (loop,) = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    assert {name: text for name, text in loop.views if name == "key"} == names
