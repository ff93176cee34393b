"""Facts about every cell: the candidates, those that survive sample runs, and verdicts on whole programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.conditions import ConditionKind
from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.queries import Query
from veriabs.core.results import Verdict
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.quantified import goal_of, pair_candidates, pair_goal, peeled
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.cell_invariants import likely, proved_with_invariants
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]
Model = Callable[[str], LoopModel]

TRAPS = Path(__file__).parents[2] / "programs" / "traps"

COMPACTION = """int a[100000], b[100000]; int main(void) { int n = 0;
for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 100000; i++) if (a[i] > 0) b[n++] = a[i];
for (int x = 0; x < n; x++) __VERIFIER_assert(b[x] > 0); return 0; }"""

REVERSE = """int a[1000], old[1000]; int main(void) {
for (int i = 0; i < 1000; i++) old[i] = a[i] = __VERIFIER_nondet_int();
for (int i = 0, j = 999; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == old[%s]); return 0; }"""

ALTERNATING = """int a[1000]; int main(void) { int s = 1;
for (int i = 0; i < 1000; i++) { a[i] = s; s = -s; }
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == (i %% 2 == %d ? 1 : -1)); return 0; }"""

SHIFTED = """int a[1000], old[1000]; int main(void) {
for (int i = 0; i < 1000; i++) old[i] = a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 999; i++) a[i] = a[i + 1];
for (int i = 0; i < %d; i++) __VERIFIER_assert(a[i] == old[i + 1]); return 0; }"""

PAIRS = """int a[1000]; int main(void) {
for (int i = 0; i < 1000; i++) a[i] = 2 * i;
for (int i = 0; i < 1000; i++) for (int j = i + 1; j < 1000; j++) __VERIFIER_assert(a[i] %s a[j]); return 0; }"""

SORTED = """int a[1000]; int main(void) { int swapped = 1;
for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
while (swapped) { swapped = 0;
for (int i = 1; i < 1000; i++) if (a[i - 1] > a[i]) { int t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; swapped = 1; } }
for (int x = %s; x < 1000; x++) __VERIFIER_assert(a[x - 1] <= a[x]); return 0; }"""

SET = """int a[1000]; int main(void) { int n = 0;
for (int k = 0; k < 1000; k++) { int v = __VERIFIER_nondet_int(), known = 0;
for (int i = %s; i < n; i++) if (a[i] == v) known = 1;
if (!known) { a[n] = v; n++; } }
for (int x = 0; x < n; x++) for (int y = x + 1; y < n; y++) __VERIFIER_assert(a[x] != a[y]); return 0; }"""

SELECTION = """int a[1000]; int main(void) {
for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < %s; i++) { int s = i;
for (int j = i + 1; j < 1000; j++) if (a[j] %s a[s]) s = j;
int t = a[i]; a[i] = a[s]; a[s] = t; }
for (int x = 0; x < 1000; x++) for (int y = x + 1; y < 1000; y++) __VERIFIER_assert(a[x] <= a[y]); return 0; }"""


ROWS = """int a[4][90], b[90]; int main(void) { int r = __VERIFIER_nondet_int() ? 1 : 2;
for (int i = 0; i < 90; i++) a[1][i] = a[2][i] = __VERIFIER_nondet_int();
for (int i = 0; i < 90; i++) b[i] = a[r][i];
for (int x = 0; x < 90; x++) __VERIFIER_assert(b[x] == a[%s][x]); return 0; }"""


def verdict_of(program: Program, cbmc: Cbmc, **options: object) -> Verdict:
    chosen = {"strategies": ("cell_invariants",), "replay": False, "timeout": 120.0, **options}
    return verify(program.task, program, cbmc, Options(**chosen)).verdict  # type: ignore[arg-type]


@pytest.mark.cbmc
@pytest.mark.parametrize(("safe", "unsafe"), [
    pytest.param(COMPACTION, COMPACTION.replace("b[x] > 0", "b[x] > 1"), id="compaction"),
    pytest.param(REVERSE % "999 - i", REVERSE % "i", marks=pytest.mark.long, id="reverse"),
    pytest.param(ALTERNATING % 0, ALTERNATING % 1, id="alternating"),
    pytest.param(SHIFTED % 999, SHIFTED % 1000, marks=pytest.mark.long, id="shifted"),
    pytest.param(PAIRS % "<", PAIRS % ">", marks=pytest.mark.long, id="pairs"),
    pytest.param(ROWS % "r", ROWS % "r - 1", marks=pytest.mark.long, id="a row of several"),
    pytest.param(SORTED % "1", SORTED.replace("a[x - 1] <=", "a[x - 1] <") % "1", marks=pytest.mark.long, id="sorted"),
])  # fmt: skip
def test_programs(program: Make, cbmc: Cbmc, safe: str, unsafe: str) -> None:
    assert verdict_of(program(safe), cbmc) is Verdict.TRUE
    assert verdict_of(program(unsafe), cbmc) is Verdict.UNKNOWN


@pytest.mark.cbmc
@pytest.mark.long
def test_access_out_of_bounds_is_no_proof(program: Make, cbmc: Cbmc) -> None:
    """The cut program has arrays without end, and checks every access."""
    assert verdict_of(program((SHIFTED % 999).replace("i < 999; i++) a", "i < 1000; i++) a")), cbmc) is Verdict.UNKNOWN


@pytest.mark.cbmc
@pytest.mark.parametrize("checks", [(), ("div-by-zero",)])
def test_accesses_after_the_next_loop_are_no_proof(program: Make, cbmc: Cbmc, checks: tuple[str, ...]) -> None:
    """Accesses that are no goals are all proved, or they are conditions of the proof."""
    made = program(
        "int a[99]; int main(void) { int i, n = __VERIFIER_nondet_int(); for (i = 0; i < 99; i++) a[i] = 1;"
        " for (i = 0; i < 99; i++) __VERIFIER_assert(a[i] == 1);"
        " if (n > 0 && n < 5) for (i = 0; i < 99 + n; i++) a[i] = 2; return 0; }"
    )
    checked = replace(made, task=replace(made.task, checks=checks))
    options = Options(strategies=("cell_invariants",), timeout=20, replay=False)
    report = verify(checked.task, checked, cbmc, options)
    assert report.verdict is Verdict.UNKNOWN or [one.kind for one in report.conditions] == [ConditionKind.BOUNDS]


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("name", ["cell_invariants", "witness_index", "array_refinement"])
def test_continue_jumps_to_the_test_of_its_do_loop(cbmc: Cbmc, name: str) -> None:
    programs, options = Path(__file__).parents[2] / "programs", Options(timeout=20, strategies=(name,), replay=False)
    for path, proved in (
        ("true/continue_comes_to_the_test.c", True),
        ("traps/t49_continue_comes_to_the_test_unsafe.c", False),
    ):
        task = load(programs / path)
        assert (verify(task, load_program(task), cbmc, options).verdict is Verdict.TRUE) == proved


@pytest.mark.cbmc
@pytest.mark.long
def test_wrapping_makes_an_order_false(program: Make, cbmc: Cbmc) -> None:
    """`2 * i` is ascending over the integers, and not on machine words."""
    large = PAIRS.replace("2 * i", "4000000 * i") % "<"
    assert verdict_of(program(large), cbmc) is Verdict.UNKNOWN


GATHERED = """int a[1000], b[1000], c[1000]; int main(void) { int n = 0;
for (int i = 0; i < 1000; i++) if (a[i] == b[i]) { c[n] = i; n++; }
for (int x = 0; x < n; x++) __VERIFIER_assert(c[x] %s); return 0; }"""


def test_facts_that_are_asserted_come_first(model: Model) -> None:
    """A fact about cells at cells costs a solver more than all else, and is rarely needed."""
    rounds = proved_with_invariants(model(GATHERED % ">= x"))
    first = next(query for asked in rounds for query in asked if isinstance(query, Query))
    text = render_c(first.template, first.context)
    assert "c[cell] >= cell" in text
    assert "a[c[" not in text


@pytest.mark.cbmc
def test_other_facts_are_tried_where_these_are_not_enough(program: Make, cbmc: Cbmc) -> None:
    flagged = """int a[1000], b[1000]; int main(void) {
    for (int i = 0; i < 1000; i++) a[i] = i % 2;
    for (int i = 0; i < 1000; i++) b[i] = a[i] + 1;
    for (int i = 0; i < 1000; i++) __VERIFIER_assert(b[i] == i % 2 + 1); return 0; }"""
    assert verdict_of(program(flagged), cbmc) is Verdict.TRUE


# --------------------------------------------------------------------------------------------------------------- pairs


def pairs(model: LoopModel) -> list[str]:
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    found = pair_candidates(program, pair_goal(program, goal) or goal)
    return [Printer().expr(expr) for exprs in found.values() for expr in exprs]


def test_two_cells_at_separate_indices_make_the_strategy_likely(model: Model) -> None:
    assert likely(model(SET % "0"))


def test_cells_that_were_moved_about_make_it_likely(model: Model) -> None:
    assert likely(model(SORTED % "1"))
    assert not likely(model((SORTED % "1").replace("a[i - 1] = t;", "").replace("= a[i - 1]", "= 5")))


def test_a_check_of_an_operation_is_likely(model: Model) -> None:
    found = model(COMPACTION)
    assert likely(replace(found, assertion=replace(found.assertion, kind=GoalKind.OVERFLOW)))


LOOKED_UP = """static const char digit[] = "0123456789abcdef"; unsigned in[9]; char out[18];
int main(void) {{ for (int i = 0; i < 9; i++) out[{}] = digit[in[i] & 15]; {}
  for (int i = 0; i < 9; i++) __VERIFIER_assert(out[i] >= '0'); return 0; }}"""


def test_table_lookup_makes_the_strategy_likely(model: Model) -> None:
    assert likely(model(LOOKED_UP.format("i", "")))
    assert not likely(model(LOOKED_UP.format("2 * i", "")))


def test_cells_that_are_gathered_make_it_likely(model: Model) -> None:
    assert likely(model(COMPACTION))
    assert not likely(model(COMPACTION.replace("if (a[i] > 0)", "")))


@pytest.mark.long
@pytest.mark.cbmc
def test_all_elements_of_a_set_differ(program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(SET % "0"), cbmc, timeout=90) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
def test_a_selection_sort_sorts(program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(SELECTION % ("1000", "<")), cbmc, timeout=200) is Verdict.TRUE


ORDERED_ALL_ALONG = """int main(void) { int a[100000], x, y;
for (int i = 0; i < 100000; i++) { int s = i;
for (int k = i + %d; k < 100000; k++) if (a[k] < a[s]) s = k;
if (s != i) { int t = a[s]; a[s] = a[i]; a[i] = t; }
for (x = 0; x < i; x++) for (y = x + 1; y < i; y++) __VERIFIER_assert(a[x] <= a[y]);
for (x = i; x < 100000; x++) __VERIFIER_assert(a[x] >= a[i]); } return 0; }"""

INSERTED = """int a[100000], v[100000]; int has(int n, int x) {
for (int i = %d; i < n; i++) if (a[i] == x) return 1; return 0; }
int main(void) { int n = 0;
for (int k = 0; k < 100000; k++) if (!has(n, v[k])) { a[n] = v[k]; n++; }
for (int x = 0; x < n; x++) for (int y = x + 1; y < n; y++) __VERIFIER_assert(a[x] != a[y]); return 0; }"""


@pytest.mark.cbmc
@pytest.mark.parametrize("text", [INSERTED, pytest.param(ORDERED_ALL_ALONG, marks=pytest.mark.long)])
def test_sorting_follows_from_search_postconditions(program: Make, cbmc: Cbmc, text: str) -> None:
    first = 0 if text == INSERTED else 1
    assert verdict_of(program(text % first), cbmc, timeout=60) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("text", [INSERTED % 1, ORDERED_ALL_ALONG % 2])
def test_a_cell_that_is_left_out_is_noticed(program: Make, cbmc: Cbmc, text: str) -> None:
    assert verdict_of(program(text), cbmc, timeout=30) is not Verdict.TRUE


BUBBLE = """int a[100000]; int main(void) {
for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 99999; i++) for (int j = 0; j < %s - i; j++)
if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
for (int i = 0; i < 99999; i++) __VERIFIER_assert(a[i] <= a[i + 1]); return 0; }"""


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("last", "wanted"), [("99999", Verdict.TRUE), pytest.param("99998", Verdict.UNKNOWN, marks=pytest.mark.long)]
)
def test_bubble_sort_is_proved_if_each_pass_is_long_enough(
    program: Make, cbmc: Cbmc, last: str, wanted: Verdict
) -> None:
    found = verdict_of(program(BUBBLE % last), cbmc, timeout=60)
    assert found is wanted or (wanted is Verdict.UNKNOWN and found is not Verdict.TRUE)


INSERTION = """int a[1000]; int main(void) {
for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 1; i < 1000; i++) { int key = a[i], j = i - 1;
while (j >= 0 && a[j] %s key) { a[j + 1] = a[j]; j--; }
a[j + 1] = key; }
for (int i = 1; i < 1000; i++) __VERIFIER_assert(a[i - 1] <= a[i]); return 0; }"""


@pytest.mark.cbmc
@pytest.mark.long
def test_an_insertion_sort_sorts(program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(INSERTION % ">"), cbmc, timeout=200) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
def test_descending_insertion_sort_is_not_proved_ascending(program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(INSERTION % "<"), cbmc, timeout=60) is not Verdict.TRUE


@pytest.mark.long
@pytest.mark.cbmc
def test_wrong_pairs_are_not_proved(program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(SET % "1"), cbmc, timeout=20) is not Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("text", [SELECTION % ("998", "<"), SELECTION % ("1000", ">")])
def test_wrong_pairs_are_not_proved_in_more_time(program: Make, cbmc: Cbmc, text: str) -> None:
    assert verdict_of(program(text), cbmc, timeout=200) is not Verdict.TRUE


BINARY_SEARCH = """int a[100000]; int main(void) { int key = __VERIFIER_nondet_int(), hit = -1, low = 0, n = 100000;
for (int i = 0; i < 100000; i++) a[i] = 2 * i;
while (n > 0) { int half = n / 2, at = low + half; if (a[at] == key) { hit = at; break; }
if (a[at] < key) { low += half + 1; n -= half + 1; } else n = half; }
if (hit >= 0) __VERIFIER_assert(key % %d == 0); return 0; }"""

TABLE = """char t[16] = "0123456789abcdef", s[100000]; unsigned char a[50000]; int main(void) {
for (int i = 0; i < 50000; i++) { a[i] = __VERIFIER_nondet_uchar(); }
for (int i = 0; i < 50000; i++) { s[2 * i] = t[a[i] >> 4]; s[2 * i + 1] = t[a[i] & 15]; }
for (int i = 0; i < 100000; i++) __VERIFIER_assert(s[i] >= '0' && s[i] <= '%s'); return 0; }"""


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (BINARY_SEARCH.replace("%d", "2"), Verdict.TRUE),
        pytest.param(BINARY_SEARCH.replace("%d", "4"), Verdict.UNKNOWN, marks=pytest.mark.long),
        pytest.param(TABLE.replace("%s", "f"), Verdict.TRUE, marks=pytest.mark.long),
        pytest.param(TABLE.replace("%s", "e"), Verdict.UNKNOWN, marks=pytest.mark.long),
    ],
)
def test_cells_at_indices_that_the_iteration_computes(program: Make, cbmc: Cbmc, text: str, wanted: Verdict) -> None:
    made = program(text)
    seconds = 60 if wanted is Verdict.TRUE else 8
    options = Options(strategies=("cell_invariants",), timeout=seconds, replay=False)
    assert verify(made.task, made, cbmc, options).verdict is wanted


@pytest.mark.share(20)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", sorted(TRAPS.glob("q*.c")), ids=lambda path: path.stem)
def test_trap_of_facts_about_cells_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    made = load_program(load(path))
    options = Options(strategies=("cell_invariants",), timeout=10, replay=False)
    assert verify(made.task, made, cbmc, options).verdict is Verdict.UNKNOWN


SAFE = TRAPS.parent / "true"


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("stack_of_numbers", "number < i", "number < i - 1"), ("string_squeezed", "return n;", "return n + blank;")],
)
def test_placed_element_is_proved_present(name: str, right: str, wrong: str, program: Make, cbmc: Cbmc) -> None:
    text = (SAFE / f"{name}.c").read_text("utf-8")
    assert verdict_of(program(text), cbmc, timeout=30) is Verdict.TRUE
    assert verdict_of(program(text.replace(right, wrong)), cbmc, timeout=4) is Verdict.UNKNOWN


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("disjoint_sets", "a < b", "a > b"), ("pool_of_linked_cells", "i <= head", "i <= head + 1")],
)
def test_cells_that_lead_to_others_are_related_to_their_index(
    name: str, right: str, wrong: str, program: Make, cbmc: Cbmc
) -> None:
    text = (SAFE / f"{name}.c").read_text("utf-8")
    assert verdict_of(program(text), cbmc, timeout=60) is Verdict.TRUE
    assert verdict_of(program(text.replace(right, wrong)), cbmc, timeout=4) is Verdict.UNKNOWN
