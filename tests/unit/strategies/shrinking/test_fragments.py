"""Arrays as cells, and the fragments that all programs of loop shrinking share."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.loop_model import ITERATION, FusedLoops, LoopModel, Pairing, entry_of
from veriabs.core.templates import render_c
from veriabs.core.types import INT
from veriabs.loops.fuse import groups
from veriabs.strategies.shrinking.fragments import fragments, has_unknown_products
from veriabs.strategies.shrinking.pairing import pairings
from veriabs.strategies.shrinking.shape import FusionPlan, cell_arrays

Model = Callable[[str], LoopModel]
X, J, N, NINE = Var("i", INT), Var("j", INT), Var("n", INT), Const(9, INT)

TEXT = """int a[100], b[100]; int x, n; int main(void) {{ n = __VERIFIER_nondet_int(); {code}
{look} return 0; }}"""
LOOK = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 1);"


def first(model: Model, code: str, look: str = LOOK) -> tuple[LoopModel, FusedLoops, Pairing]:
    task = model(TEXT.format(code=code, look=look))
    group = next(g for g in groups(task) if isinstance(g, FusedLoops))
    return task, *next(pairings(task, group))


def shape(model: Model, code: str, look: str = LOOK, cells: bool = True) -> FusionPlan:
    task, group, pairing = first(model, code, look)
    return FusionPlan(task, group, pairing, frozenset(cell_arrays(task, group, pairing)) if cells else frozenset())


def text(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


# ---------------------------------------------------------------------------------------------------------------- cells


# ---------------------------------------------------------------------------------------------------------------- shape


# ------------------------------------------------------------------------------------------------------------- printing


# ------------------------------------------------------------------------------------------------------------ fragments


def test_every_changed_scalar_is_restored(model: Model) -> None:
    parts = fragments(shape(model, "for (int i = 0; i < 100; i++) { a[i] = x; if (b[i] > x) x = 5; }"))
    state, inputs = parts["state"], parts["inputs"]
    assert isinstance(state, list)
    assert isinstance(inputs, list)
    assert "int x" in [declaration for declaration, _, _ in state]
    assert "int n" not in [declaration for declaration, _, _ in state]


def test_nondet_calls_read_an_oracle_of_their_iteration(model: Model) -> None:
    """s15: one value for each occurrence and iteration, the same in every evaluation."""
    code = "for (int i = 0; i < 100; i++) { a[i] = __VERIFIER_nondet_int(); }"
    parts = fragments(shape(model, code))
    (oracle,) = parts["oracles"]  # type: ignore[misc]
    assert oracle[3] is True
    (member,) = parts["members"]  # type: ignore[misc]
    assert any(f"{oracle[1]}[l]" in line for line in (*member.body, *member.update))


def test_a_trace_has_the_accessed_cells_of_unbounded_arrays(model: Model) -> None:
    code = "for (int i = 0; i < 50; i++) { a[i] = b[99 - i]; a[x] = i; x = i; }"
    found = shape(model, code, "__VERIFIER_assert(a[7] == 1);", cells=False)
    recorded = fragments(found)["recorded"]
    cells = [cell for *_, cell in recorded]  # type: ignore[attr-defined]
    assert any(cell.startswith("b[") and "99" in cell and "T[l]" in cell for cell in cells)
    assert any(cell.startswith("a[") for cell in cells)
    assert not any("x]" in cell for cell in cells), "the index x is not known in front of the loop"


def test_jumps_of_a_step(model: Model) -> None:
    body = "{ if (a[i] == 3) abort(); if (a[i] == 4) break; if (a[i] == 5) continue; x = i; }"
    found = shape(model, f"for (int i = 0; i < 100; i++) {body}", "__VERIFIER_assert(x < 100);")
    (member,) = fragments(found)["members"]  # type: ignore[misc]
    lines = text(member.body)
    assert "return BLOCKED;" in lines
    assert "return LEAVE;" in lines
    assert f"goto next_{member.number};" in lines
    assert member.continues
    assert not member.exact


def test_violation_inside_the_loop_leaves_at_once(model: Model) -> None:
    found = shape(model, "for (int i = 0; i < 100; i++) { x = x + a[i]; __VERIFIER_assert(x < 9); }", "")
    parts = fragments(found)
    (member,) = parts["members"]  # type: ignore[misc]
    assert "s.bad = 1; return LEAVE;" in text(member.body)
    assert parts["single"] is True
    assert parts["clauses"] == []


def test_clause_of_forall_and_exists(model: Model) -> None:
    forall = fragments(shape(model, "for (int i = 0; i < 100; i++) a[i] = 1;"))["clauses"]
    look = "int f = 0; for (int i = 0; i < 100; i++) if (a[i] == 1) f = 1; __VERIFIER_assert(f);"
    exists = fragments(shape(model, "for (int i = 0; i < 100; i++) a[i] = 1;", look))["clauses"]
    (for_all,), (some,) = forall, exists  # type: ignore[misc]
    assert not for_all.exists
    assert "return 0;" in text(for_all.body)
    assert some.exists
    assert "return 1;" in text(some.body)


def test_loop_in_front_is_over_approximated(model: Model) -> None:
    code = "for (int i = 0; i < 100; i++) if (b[i] > x) x = b[i]; for (int i = 0; i < 100; i++) a[i] = x;"
    task = model(TEXT.format(code=code, look="for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == x);"))
    last = [g for g in groups(task) if isinstance(g, FusedLoops)][-1]
    group, pairing = next(pairings(task, last))
    prefix = text(fragments(FusionPlan(task, group, pairing, frozenset()))["prefix"])
    assert "over-approximated" in prefix
    assert "x = nondet_int();" in prefix


def test_products_of_two_unknowns(model: Model) -> None:
    unknown = shape(model, "for (int i = 0; i < 100; i++) a[i] = n * x;")
    assert has_unknown_products(unknown)
    assert not has_unknown_products(shape(model, "for (int i = 0; i < 100; i++) a[i] = 3 * x;"))
    assert fragments(unknown)["functions"] == []
    assert len(fragments(replace(unknown, uninterpreted=True))["functions"]) == 1  # type: ignore[arg-type]


def test_invariants_of_a_later_member_do_not_use_a_shared_scalar(model: Model) -> None:
    """When member 2 begins its iteration j, member 1 has changed x as well: `x - entry <= j - 1` is not the case."""
    hits = "for (int i = 0; i < 100; i++) if (__VERIFIER_nondet_int()) x = x + 1;"
    found = shape(model, hits + hits, "__VERIFIER_assert(x < 105);")
    assert len(found.group.members) == 2
    invariants = {m.facts.loop.id: (Binary("<=", Var("x", INT), ITERATION),) for m in found.group.members}
    lines = text(fragments(replace(found, invariants=invariants))["invariants"])
    assert "X0.x" not in lines


def test_values_at_the_entry_are_declared_without_counters_and_arrays(model: Model) -> None:
    task = model("""int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        while (a != b) { if (a > b) a = a - b; else b = b - a; } __VERIFIER_assert(a > 0); }""")
    group = next(g for g in groups(task) if isinstance(g, FusedLoops))
    _, pairing = next(pairings(task, group))
    a = Var("a", INT)
    known = {member.facts.loop.id: (Binary("<=", a, entry_of(a)),) for member in group.members}
    plan = FusionPlan(task, group, pairing, frozenset(), invariants=known)
    context = {**fragments(plan), "k": 1, "mode": "residual", "asked": [""]}
    lines = {line.strip() for line in render_c("shrinking/program", context).splitlines()}
    assert {"static int entry_a;", "entry_a = s.a;"} <= lines
