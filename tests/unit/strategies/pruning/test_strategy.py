"""Loop pruning: each precondition refuses its programs; shifts, spans, centres and cutoffs are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason
from veriabs.core.runs import Claim
from veriabs.core.source import DataModel
from veriabs.core.strategy import Alone
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.pruning import proof as pruning
from veriabs.strategies.pruning.cutoff import Cutoff, cutoff_of
from veriabs.strategies.pruning.proof import Pruning
from veriabs.strategies.pruning.sweeps import ArrayTraversal

Model = Callable[[str], LoopModel]
TRAPS = Path(__file__).parents[3] / "programs" / "traps"
FILL = "for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();"


def main(code: str) -> str:
    return f"int a[1002], b[1002], c[1002]; int main(void) {{ {code} return 0; }}"


def analysed(model: Model, code: str) -> Pruning:
    found = pruning.analyse(model(main(code)))
    assert not isinstance(found, Reason), str(found)
    return found


def cutoff(model: Model, code: str) -> Cutoff | Reason:
    found = analysed(model, code)
    return cutoff_of(found.parts, found.groups, found.ranges, found.flow, found.centres(straight=False))


def decided(model: Model, code: str) -> Cutoff:
    found = cutoff(model, code)
    assert isinstance(found, Cutoff), str(found)
    return found


# ------------------------------------------------------------------------------------------------------------ fragment


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("for (int i = 0; i < 1000; i++) { a[2 * i] = 1; b[i] = a[2 * i]; __VERIFIER_assert(b[i]); }", "R1"),
        ("for (int i = 0; i < 1000; i++) { a[5] = 1; __VERIFIER_assert(a[i]); }", "R1"),
        ("for (int i = 0; i < 1000; i++) { a[i] = 1; __VERIFIER_assert(a[999 - i]); }", "R1"),
        ("for (int i = 1; i < 1000; i++) { a[i] = a[i - 1]; __VERIFIER_assert(a[i]); }", "R2"),
        ("for (int i = 998; i >= 0; i--) { a[i] = a[i + 1]; __VERIFIER_assert(a[i]); }", "R2"),
        ("int m = 0; for (int i = 0; i < 1000; i++) { if (a[i] < m) m = a[i]; b[i] = m; __VERIFIER_assert(b[i]); }",
         "R3"),
        ("int m = 0; for (int i = 0; i < 1000; i++) { if (a[i] < m) m = a[i]; if (m < 0) break; }"
         " __VERIFIER_assert(m);", "R4"),
        ("int i = 0; while (a[i] != 7) i++; __VERIFIER_assert(i < 1000);", "no known bound"),
    ],
)  # fmt: skip
def test_a_loop_outside_of_the_fragment_is_refused(model: Model, code: str, rule: str) -> None:
    found = pruning.analyse(model(main(code)))
    assert isinstance(found, Reason)
    assert rule in found.text
    assert found.where is not None or "no known bound" not in rule


def test_a_read_ahead_is_no_carried_flow(model: Model) -> None:
    analysed(model, "for (int i = 0; i < 1000; i++) { a[i] = a[i + 1]; __VERIFIER_assert(a[i]); }")
    analysed(model, "for (int i = 999; i > 0; i--) { a[i] = a[i - 1]; __VERIFIER_assert(a[i]); }")
    analysed(model, "for (int i = 1; i < 999; i += 2) { a[i] = a[i - 1]; __VERIFIER_assert(a[i]); }")


def test_a_cell_that_stays_the_same_is_read_before_the_loop(model: Model) -> None:
    code = "int k = __VERIFIER_nondet_int(); for (int i = 0; i < 1000; i++) __VERIFIER_assert(b[i] < a[k] + a[0]);"
    found = analysed(model, f"{FILL} {code}")
    assert [a.array for sweep in found.parts if isinstance(sweep, ArrayTraversal) for a in sweep.accesses] == ["a", "b"]
    assert found.centres(straight=True).counted == (("cells read outside of loops", 2), ("the failing assertion", 1))


@pytest.mark.parametrize("body", ["a[0] = b[i]; c[i] = a[0];", "k++; c[i] = a[k - i];"])
def test_a_cell_that_may_change_is_not(model: Model, body: str) -> None:
    code = f"int k = 0; for (int i = 0; i < 1000; i++) {{ {body} }} __VERIFIER_assert(c[7]);"
    assert isinstance(pruning.analyse(model(main(code))), Reason)


# ------------------------------------------------------------------------------------------------------------- scalars


def test_scalars_that_decide_each_other_are_one_group(model: Model) -> None:
    code = "int m = 0, at = 0; for (int i = 0; i < 1000; i++) if (a[i] > m) { m = a[i]; at = i; }"
    (group,) = analysed(model, f"{code} __VERIFIER_assert(m + at);").groups[1]
    assert group.members >= {"m"} and len(group.members) == 2
    assert group.dependent and group.live and group.centres == 1


def test_each_flag_has_a_last_value_of_its_own(model: Model) -> None:
    code = "int f = 0, g = 0; for (int i = 0; i < 1000; i++) { if (a[i] == 1) f = 1; if (a[i] == 2) g = 1; }"
    found = analysed(model, f"{code} __VERIFIER_assert(!(f && g));")
    assert found.centres(straight=True).number == 2


def test_flags_written_together_share_one_unless_the_iteration_can_end_between(model: Model) -> None:
    together = "int f = 0, g = 0; for (int i = 0; i < 1000; i++) if (a[i] == 1) { f = 1; g = 2; }"
    together += " __VERIFIER_assert(f == g);"
    apart = together.replace("f = 1; g = 2;", "f = 1; if (b[i]) break; g = 2;")
    assert analysed(model, together).centres(straight=True).number == 1
    assert analysed(model, apart).centres(straight=True).number == 3


def test_a_scalar_that_nothing_reads_needs_no_centre(model: Model) -> None:
    code = "int t; for (int i = 0; i < 1000; i++) { t = a[i]; b[i] = t; } __VERIFIER_assert(b[0] == 1);"
    assert analysed(model, code).centres(straight=False).number == 0
    assert analysed(model, code).centres(straight=True).number == 1


def test_exit_is_a_centre_that_determines_the_end_of_the_loop(model: Model) -> None:
    code = "int f = 0, at = 0; for (int i = 0; i < 1000 && !f; i++) if (a[i] == 7) { f = 1; at = i; }"
    found = analysed(model, f"{code} if (f) __VERIFIER_assert(b[at] == 7);")
    assert found.centres(straight=True).counted == (("the exit of line 2", 1),)
    assert all(group.stops for group in found.groups[1])


def test_a_value_that_a_later_loop_only_sometimes_replaces_stays_live(model: Model) -> None:
    code = "int x = 0; for (int i = 0; i < 1000; i++) if (a[i] == 1) x = 1;"
    code += " for (int i = 0; i < 1000; i++) if (b[i]) x = 2;"
    assert analysed(model, f"{code} __VERIFIER_assert(x);").centres(straight=True).number == 2


# ----------------------------------------------------------------------------------------------------- shifts and spans


def test_spans_follow_the_reads(model: Model) -> None:
    code = f"{FILL} for (int i = 0; i < 999; i++) b[i] = a[i] + a[i + 1];"
    code += " for (int i = 0; i < 998; i++) c[i] = b[i] + b[i + 1];"
    found = analysed(model, f"{code} for (int i = 0; i < 998; i++) __VERIFIER_assert(c[i]);")
    widths = [high - low for low, high in found.flow.spans.values()]
    assert widths == [2, 1, 0, 0]
    assert not found.flow.aligned


def test_a_shifted_copy_is_aligned_by_a_shift(model: Model) -> None:
    code = f"{FILL} for (int i = 0; i < 999; i++) b[i] = a[i + 1];"
    code += " for (int i = 0; i < 999; i++) __VERIFIER_assert(b[i]);"
    found = analysed(model, code)
    assert found.flow.aligned and len(set(found.flow.shifts.values())) == 2
    assert decided(model, code).variant == "shifted"


def test_full_overwrite_hides_earlier_writers(model: Model) -> None:
    rest = "for (int i = 0; i < 998; i++) __VERIFIER_assert(a[i]);"
    whole = f"{FILL} for (int i = 1; i < 1000; i++) a[i - 1] = b[i]; {rest}"
    some = f"{FILL} for (int i = 1; i < 1000; i++) if (b[i]) a[i - 1] = b[i]; {rest}"
    late = f"{FILL} for (int i = 2; i < 1000; i++) a[i - 1] = b[i]; {rest}"
    readers = [{e.writer for e in analysed(model, code).flow.edges if e.array == "a"} for code in (whole, some, late)]
    assert readers == [{2}, {1, 2}, {1, 2}]


# ------------------------------------------------------------------------------------------------------------- cutoffs


def test_a_gap_keeps_one_column_for_each_centre(model: Model) -> None:
    code = f"int f = 0; {FILL} for (int i = 0; i < 1000; i++) if (a[i] == 1) f = 1; __VERIFIER_assert(!f);"
    found = decided(model, code)
    assert (found.variant, found.blocks, found.columns) == ("aligned", 1, 1)


def test_starts_and_ends_are_landmarks(model: Model) -> None:
    code = f"{FILL} for (int i = 500; i < 1000; i++) a[i] = 1; for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i]);"
    found = decided(model, code)
    assert found.constants == (0, 500, 1000)
    assert [found.column(mark) for mark in found.constants] == [0, 1, 2]


def test_steps_keep_whole_blocks_and_the_rest(model: Model) -> None:
    code = "for (int i = 0; i < 1001; i += 2) a[i] = 1; for (int i = 0; i < 1001; i += 3) __VERIFIER_assert(a[i]);"
    found = decided(model, code)
    assert (found.variant, found.theta, found.columns) == ("aligned with steps", 6, 6 + 1001 % 6)


def test_a_stencil_keeps_its_window(model: Model) -> None:
    code = "for (int i = 0; i < 999; i++) b[i] = a[i] + a[i + 1];"
    code += " for (int i = 0; i < 999; i++) __VERIFIER_assert(b[i]);"
    zero = decided(model, code)
    assert zero.variant == "aligned", "cells that hold the same in every place need no column"
    fill = f"{FILL} {code}"
    assert (decided(model, fill).variant, decided(model, fill).blocks) == ("stencil", 2)


def test_a_symbolic_size_is_small_or_decided_by_one(model: Model) -> None:
    code = "int n = __VERIFIER_nondet_int(); if (n < 50) abort(); for (int i = 0; i < n; i++) __VERIFIER_assert(a[i]);"
    found = decided(model, code)
    assert found.size == "n" and (found.small, found.largest) == (1, 1)
    assert len(found.dropped) == 1, "the bound does not hold of the deciding instance (p02)"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (f"{FILL} for (int i = 0; i < 1000; i++) {{ a[i] = i; __VERIFIER_assert(a[i] < 999); }}", "p01"),
        ("int k = 0; for (int i = 0; i < 1000; i++) k++; __VERIFIER_assert(k < 50);", "p01"),
        ("int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) a[i] = n; __VERIFIER_assert(a[0]);", "p01"),
        (f"{FILL} int f = 0; for (int i = 0; i < 999; i++) if (a[i] == a[i + 1]) f = 1; __VERIFIER_assert(f);",
         "settles scalars while loops read at several offsets"),
        (f"{FILL} for (int i = 0; i < 999; i++) {{ if (a[i] == a[i + 1]) abort(); __VERIFIER_assert(a[i]); }}",
         "can end early while loops read at several offsets"),
        (f"{FILL} for (int i = 0; i < 999; i++) b[i] = a[i] + a[i + 1]; __VERIFIER_assert(b[3]);", "p10"),
        ("int n = __VERIFIER_nondet_int(); a[n] = 1; n = __VERIFIER_nondet_int();"
         " for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 0);", "at a place that is not known"),
        ("int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) a[i] = 1;"
         " for (int i = 0; i < k; i++) __VERIFIER_assert(a[i]);", "unrelated"),
    ],
)  # fmt: skip
def test_a_condition_of_the_cutoff_refuses(model: Model, code: str, text: str) -> None:
    found = cutoff(model, code)
    assert isinstance(found, Reason)
    assert text in found.text


def test_inapplicable_task_sends_no_query(model: Model) -> None:
    code = "for (int i = 1; i < 1000; i++) { a[i] = a[i - 1]; __VERIFIER_assert(a[i]); }"
    with pytest.raises(StopIteration) as ended:
        next(pruning.prove((task := model(main(code))), Alone(task.program)))
    assert isinstance(ended.value.value, Reason)


def test_the_claims(model: Model) -> None:
    code = "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) __VERIFIER_assert(a[i]);"
    found = analysed(model, code)
    small, again = pruning.cutoff_programs(found), pruning.replay_programs(found)
    assert not isinstance(small, Reason) and not isinstance(again, Reason)
    assert [h.claim for h in (*small, *again)] == [Claim.EXACT, None, Claim.OVER, None]
    constant = analysed(model, code.replace("__VERIFIER_nondet_int()", "1000"))
    cut = pruning.cutoff_programs(constant)
    assert not isinstance(cut, Reason) and cut[0].claim is Claim.OVER


# ---------------------------------------------------------------------------------------------------------- with CBMC


def proved(driver: Driver, task: LoopModel) -> bool:
    """Plays the portfolio for one dialogue."""

    def run(request: Request) -> CheckedQuery:
        assert isinstance(request, Query)
        text = render_c(request.template, request.context)
        made = driver.check(
            text, purpose=request.purpose, asked=request.asked, unwind=request.unwind, data_model=DataModel.LP64,
            seconds=60.0, memory=request.memory,
        )  # fmt: skip
        return CheckedQuery(request, made)

    dialogue = pruning.prove(task, Alone(task.program))
    try:
        requests = next(dialogue)
        while True:
            requests = dialogue.send(tuple(map(run, requests)))
    except StopIteration as ended:
        return not isinstance(ended.value, Reason)


PROVED = ("k02_min_exists_safe", "k03_shift_descending_safe", "k04_windows_safe", "k06_shift_min_safe")


@pytest.mark.cbmc
@pytest.mark.parametrize("name", PROVED)
def test_a_safe_trap_is_proved(cbmc: Cbmc, name: str) -> None:
    with Driver(cbmc) as driver:
        assert all(proved(driver, task) for task in models(load_program(load(TRAPS / f"{name}.c"))))


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", [*sorted(TRAPS.glob("[pnx]*_unsafe.c"))], ids=lambda path: path.stem)
def test_an_unsafe_trap_is_never_proved(cbmc: Cbmc, path: Path) -> None:
    with Driver(cbmc) as driver:
        assert not all(proved(driver, task) for task in models(load_program(load(path))))
