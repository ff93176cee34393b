"""Test loop pruning: programs that violate a precondition are refused; shifts, spans and centres are right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason
from veriabs.core.runs import Approximation
from veriabs.core.source import DataModel
from veriabs.core.strategy import StandaloneFacts
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.pruning import proof as pruning
from veriabs.strategies.pruning.flow import Flow, covers_of, flow_of
from veriabs.strategies.pruning.proof import PruningTask

Model = Callable[[str], LoopModel]
TRAPS = Path(__file__).parents[3] / "programs" / "traps"
FILL = "for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();"


def main(code: str) -> str:
    return f"int a[1002], b[1002], c[1002]; int main(void) {{ {code} return 0; }}"


def analysed(model: Model, code: str) -> PruningTask:
    found = pruning.analyse(model(main(code)))
    assert not isinstance(found, Reason), str(found)
    return found


def hidden(model: Model, code: str) -> Flow:
    """The flow if all claims on covered cells hold."""
    parts = analysed(model, code).parts
    return flow_of(parts, covers_of(parts))


def centres(model: Model, code: str) -> int:
    return sum(count for _, count in analysed(model, code).centres)


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


# ------------------------------------------------------------------------------------------------------------- scalars


def test_scalars_that_decide_each_other_are_one_group(model: Model) -> None:
    code = "int m = 0, at = 0; for (int i = 0; i < 1000; i++) if (a[i] > m) { m = a[i]; at = i; }"
    (group,) = analysed(model, f"{code} __VERIFIER_assert(m + at);").groups[1]
    assert group.members >= {"m"} and len(group.members) == 2
    assert group.dependent and group.live and group.centres == 1


def test_each_flag_has_a_last_value_of_its_own(model: Model) -> None:
    code = "int f = 0, g = 0; for (int i = 0; i < 1000; i++) { if (a[i] == 1) f = 1; if (a[i] == 2) g = 1; }"
    assert centres(model, f"{code} __VERIFIER_assert(!(f && g));") == 2


def test_flags_written_together_share_one_unless_the_iteration_can_end_between(model: Model) -> None:
    together = "int f = 0, g = 0; for (int i = 0; i < 1000; i++) if (a[i] == 1) { f = 1; g = 2; }"
    together += " __VERIFIER_assert(f == g);"
    apart = together.replace("f = 1; g = 2;", "f = 1; if (b[i]) break; g = 2;")
    assert (centres(model, together), centres(model, apart)) == (1, 3)


def test_a_scalar_that_nothing_reads_needs_no_centre(model: Model) -> None:
    code = "int t; for (int i = 0; i < 1000; i++) { t = a[i]; b[i] = t; } __VERIFIER_assert(b[0] == 1);"
    assert analysed(model, code).centres == (("cells read outside of loops", 1),)


def test_exit_is_a_centre_that_determines_the_end_of_the_loop(model: Model) -> None:
    code = "int f = 0, at = 0; for (int i = 0; i < 1000 && !f; i++) if (a[i] == 7) { f = 1; at = i; }"
    found = analysed(model, f"{code} if (f) __VERIFIER_assert(b[at] == 7);")
    assert found.centres == (("the exit of line 2", 1),)
    assert all(group.stops for group in found.groups[1])


def test_a_value_that_a_later_loop_only_sometimes_replaces_stays_live(model: Model) -> None:
    code = "int x = 0; for (int i = 0; i < 1000; i++) if (a[i] == 1) x = 1;"
    code += " for (int i = 0; i < 1000; i++) if (b[i]) x = 2;"
    assert centres(model, f"{code} __VERIFIER_assert(x);") == 2


# ----------------------------------------------------------------------------------------------------- shifts and spans


def test_spans_follow_the_reads(model: Model) -> None:
    code = f"{FILL} for (int i = 0; i < 999; i++) b[i] = a[i] + a[i + 1];"
    code += " for (int i = 0; i < 998; i++) c[i] = b[i] + b[i + 1];"
    flow = hidden(model, f"{code} for (int i = 0; i < 998; i++) __VERIFIER_assert(c[i]);")
    assert [high - low for low, high in flow.spans.values()] == [2, 1, 0, 0]


def test_a_shifted_copy_is_aligned_by_a_shift(model: Model) -> None:
    code = f"{FILL} for (int i = 0; i < 999; i++) b[i] = a[i + 1];"
    code += " for (int i = 0; i < 999; i++) __VERIFIER_assert(b[i]);"
    flow = hidden(model, code)
    assert set(flow.spans.values()) == {(0, 0)} and len(set(flow.shifts.values())) == 2


def test_full_overwrite_hides_earlier_writers(model: Model) -> None:
    rest = "for (int i = 0; i < 998; i++) __VERIFIER_assert(a[i]);"
    whole = f"{FILL} for (int i = 1; i < 1000; i++) a[i - 1] = b[i]; {rest}"
    some = f"{FILL} for (int i = 1; i < 1000; i++) if (b[i]) a[i - 1] = b[i]; {rest}"
    readers = [{e.writer for e in hidden(model, code).edges if e.array == "a"} for code in (whole, some)]
    assert readers == [{2}, {1, 2}]


def test_inapplicable_task_sends_no_query(model: Model) -> None:
    code = "for (int i = 1; i < 1000; i++) { a[i] = a[i - 1]; __VERIFIER_assert(a[i]); }"
    with pytest.raises(StopIteration) as ended:
        next(pruning.prove((task := model(main(code))), StandaloneFacts(task.program)))
    assert isinstance(ended.value.value, Reason)


def test_the_claims(model: Model) -> None:
    code = "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) __VERIFIER_assert(a[i]);"
    assert [query.claim for query in analysed(model, code).replays(())] == [Approximation.OVER, None]


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

    dialogue = pruning.prove(task, StandaloneFacts(task.program))
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
