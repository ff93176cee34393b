"""Facts about linked nodes: links lead to nodes, and facts about the members of nodes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.invariants.quantified import goal_of, linked_candidates
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

LIST = """#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 100000; i++) {
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 100) continue;
    struct node *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    p->value = value; p->next = head; head = p;
  }
  int odd = 0;
  for (struct node *p = head; p != NULL; p = p->next) {
    odd = odd | p->value % 2; __VERIFIER_assert(p->value <= LIMIT);
  }
  return odd;
}"""

POOL = """int key[1000], next[1000]; int main(void) { int made = 0, first = 0, at = 0, n = 0;
while (made < 900) { at = made; made = made + 1; key[at] = 7; next[at] = first; first = at; }
while (n < 900) { __VERIFIER_assert(key[first] == 7); first = next[first]; n = n + 1; } return 0; }"""


def candidate_texts(made: Program) -> list[list[str]]:
    goals = [goal_of(made, one) for one in assertions(made)]
    return [[Printer().expr(fact) for fact in facts] for facts in linked_candidates(made, goals).values()]


def test_links_lead_to_existing_nodes(program: Make) -> None:
    for facts in candidate_texts(program(POOL)):
        inside = "!(0LL <= cell && cell < (long long)made) || "
        assert f"{inside}0LL <= (long long)next[cell] && (long long)next[cell] < (long long)made" in facts or (
            f"{inside}(0LL <= (long long)next[cell] && (long long)next[cell] < (long long)made)" in facts
        )
        assert "0LL <= (long long)first && (long long)first < (long long)made" in facts
        assert f"{inside}key[cell] == 7" in facts


def test_null_flag_guards_a_link_and_computed_values_do_not(program: Make) -> None:
    building, walking = candidate_texts(program(LIST.replace("LIMIT", "100")))
    assert [fact for fact in building if fact.startswith("head_null || ")]
    assert [fact for fact in walking if fact.startswith("p_null || ")]
    assert any("!p_next_there[cell] || " in fact for fact in walking)
    assert not [fact for fact in (*building, *walking) if fact.startswith(("odd", "test"))]


def test_no_candidates_without_links(program: Make) -> None:
    assert not candidate_texts(program(POOL.replace("first = next[first];", "first = n;")))
    assert not candidate_texts(program(POOL.replace("made = made + 1", "made = made + 2")))


@pytest.mark.cbmc
@pytest.mark.parametrize(("limit", "verdict"), [("100", Verdict.TRUE), ("99", Verdict.UNKNOWN)])
def test_assertion_on_each_list_node_is_decided(program: Make, cbmc: Cbmc, limit: str, verdict: Verdict) -> None:
    made = program(LIST.replace("LIMIT", limit))
    options = Options(strategies=("cell_invariants",), timeout=30, replay=False)
    assert verify(made.task, made, cbmc, options).verdict is verdict
