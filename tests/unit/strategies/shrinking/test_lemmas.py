"""Candidate lemmas, and the tasks that prove them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import names
from veriabs.core.loop_model import LoopModel, Quantifier
from veriabs.strategies.shrinking.lemmas import MOST_FACTS, candidates, task_of

Model = Callable[[str], LoopModel]

TEXT = """int a[100], b[100]; int n; int main(void) {{ n = __VERIFIER_nondet_int(); {code}
for (int i = 0; i < 100; i++) b[99 - i] = a[i]; for (int i = 0; i < 100; i++) __VERIFIER_assert(b[i] == n); }}"""


def facts(model: Model, code: str) -> list[str]:
    return [Printer().expr(lemma.fact) for lemma in candidates(model(TEXT.format(code=code)))]


def test_assigned_value_is_a_fact_about_the_cell(model: Model) -> None:
    (fact,) = facts(model, "for (int i = 0; i < 100; i++) a[i] = n + i;")
    assert fact.startswith("a[")
    assert "== n + " in fact


def test_condition_becomes_an_implication(model: Model) -> None:
    found = facts(model, "for (int i = 0; i < 100; i++) if (n > 3) a[i] = 1; else a[i] = 2;")
    assert len(found) == 2
    assert all("n > 3" in fact and "||" in fact for fact in found)


def test_assumption_about_cells_is_a_fact(model: Model) -> None:
    code = "for (int i = 0; i < 100; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] > n) abort(); }"
    assert any(">" in fact and "n" in fact for fact in facts(model, code))


@pytest.mark.parametrize("code", [
    "int x = 0; for (int i = 0; i < 100; i++) { x = x + i; a[i] = x; }",
    "for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();",
    "for (int i = 0; i < 100; i++) { a[i] = n; if (b[i]) break; }",
])  # fmt: skip
def test_no_facts(model: Model, code: str) -> None:
    assert facts(model, code) == []


def test_last_loop_needs_no_lemma(model: Model) -> None:
    assert candidates(model(TEXT.format(code=""))) == []


def test_facts_are_few(model: Model) -> None:
    cells = " ".join(f"a[i] = {value};" for value in range(2 * MOST_FACTS))
    assert len(facts(model, f"for (int i = 0; i < 100; i++) {{ {cells} }}")) <= MOST_FACTS


def test_facts_do_not_mention_carried_scalars(model: Model) -> None:
    task = model(TEXT.format(code="int x = 0; for (int i = 0; i < 100; i++) { x = x + 1; a[i] = n; if (x) n = n; }"))
    assert all("x" not in names(lemma.fact) for lemma in candidates(task))


def test_task_of_a_lemma(model: Model) -> None:
    task = model(TEXT.format(code="for (int i = 0; i < 100; i++) a[i] = n;"))
    (lemma,) = candidates(task)
    proof = task_of(task, lemma)
    assert proof.goal.quantifier is Quantifier.FORALL
    assert proof.goal.facts is not None
    assert proof.assertion.test == lemma.fact
    assert [f.number for f in proof.loops] == [lemma.number]
    assert proof.goal.facts.number not in {f.number for f in task.loops}


def test_task_of_a_lemma_resets_the_counters(model: Model) -> None:
    task = model(TEXT.format(code="for (int i = 0; i < 100; i++) a[i] = n;"))
    (lemma,) = candidates(task)
    proof = task_of(task, lemma)
    loop = proof.loops[-1]
    again = proof.segments[-1]
    assert isinstance(again, tuple)
    assert {stmt.target for stmt in again} == {a.variable for a in loop.accelerable}  # type: ignore[union-attr]


def test_second_copy_of_an_inlined_loop_has_a_task_of_its_own(model: Model) -> None:
    """Both copies have one place in the file, but a fact about the first need not hold for the second."""
    text = """int a[200], b[100]; int i, k, m;
    void fill(void) { for (i = 0; i < 100; i++) { a[i] = 1; m = 2; a[k + i] = m; } }
    int main(void) { k = 100; fill(); k = 0; fill();
    for (i = 0; i < 100; i++) b[99 - i] = a[i];
    for (i = 0; i < 100; i++) __VERIFIER_assert(b[i] == 1); return 0; }"""
    task = model(text)
    proofs = [task_of(task, lemma) for lemma in candidates(task)]
    assert {max(f.number for f in proof.loops) for proof in proofs} == {1, 2}
