"""Test which iterations of a loop access the witness cell."""

from __future__ import annotations

import pytest
from witnessed import Make, body, first, loops, spelled

from veriabs.core.ctree import writes
from veriabs.core.loop_model import LoopModel
from veriabs.loops.facts import facts_of
from veriabs.strategies.witness_index.accesses import MOST_VISITS, Visits, not_leaving, visits


def of_loop(model: LoopModel, number: int = 0) -> Visits:
    return visits(first(model), facts_of(number + 1, loops(model)[number]))


def test_an_index_that_moves_steadily_is_hit_once(model: Make) -> None:
    found = of_loop(model(body("a[i] = 0;")))
    assert len(found.hits) == found.count == 1


def test_a_step_of_two_divides(model: Make) -> None:
    made = model(body("a[k] = 0; k += 2;").replace("i < 90", "i < 45"))
    assert "/ 2" in spelled(made)
    assert [hit.form.slope for hit in of_loop(made).hits] == [2]


def test_an_index_under_a_condition_has_a_last_write(model: Make) -> None:
    found = of_loop(model(body("if (b[i]) { a[k] = 1; k++; }")))
    assert [cell.array.name for cell in found.loose] == ["a"]


def test_a_fixed_cell_has_a_last_write(model: Make) -> None:
    assert len(of_loop(model(body("a[7] = b[i];"))).loose) == 1


def test_many_writes_are_visited_and_many_reads_are_not(model: Make) -> None:
    indices = range(MOST_VISITS + 1)
    writes = of_loop(model(body(" ".join(f"a[i + {n}] = 0;" for n in indices)))).hits
    reads = of_loop(model(body(" ".join(f"m |= a[i + {n}];" for n in indices)))).hits
    assert len(writes) >= len(indices) and len(reads) == MOST_VISITS


@pytest.mark.parametrize(
    ("inner", "written"),
    [
        ("if (b[i]) { m = 1; break; }", False),
        ("if (b[i]) { m = 1; if (k) continue; break; }", True),
        ("if (b[i]) { m = 1; abort(); }", False),
        ("if (b[i]) m = 1;", True),
    ],
)
def test_writes_of_completed_iterations_are_found(inner: str, written: bool, model: Make) -> None:
    loop = loops(model(body(f"a[i] = 0; {inner}")))[0]
    assert ("m" in writes(not_leaving(loop.body))) is written
