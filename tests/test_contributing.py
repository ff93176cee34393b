"""The example strategy of CONTRIBUTING.md works: saved as a file, it is found, ranked, and proves a program."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

SHOWN = Path(__file__).parent.parent / "CONTRIBUTING.md"
STRAIGHT = """int a[10]; int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 9) abort();
a[x] = x; __VERIFIER_assert(a[x] %s 0); return 0; }"""


@pytest.fixture
def example_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the example strategy, saved in a separate folder that is added to the package."""
    text = SHOWN.read_text(encoding="utf-8")
    name = re.search(r"veriabs/strategies/(\w+)\.py", text)
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert name is not None
    assert code is not None
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / f"{name[1]}.py").write_text(code[1], encoding="utf-8")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path / "strategies")])
    monkeypatch.delitem(sys.modules, f"veriabs.strategies.{name[1]}", raising=False)
    strategies.default.cache_clear()
    return name[1]


def test_example_strategy_is_ordered_by_its_rank(example_strategy: str) -> None:
    try:
        order = strategies.default()
        assert order[order.index("shrinking") + 1] == example_strategy
    finally:
        strategies.default.cache_clear()


@pytest.mark.cbmc
@pytest.mark.parametrize(("relation", "word"), [(">=", Verdict.TRUE), (">", Verdict.UNKNOWN)])
def test_example_strategy_proves_only_true_assertions(
    example_strategy: str, program: Callable[[str], Program], cbmc: Cbmc, relation: str, word: Verdict
) -> None:
    made = program(STRAIGHT % relation)
    report = verify(made.task, made, cbmc, Options(strategies=(example_strategy,), timeout=60.0, replay=False))
    assert report.verdict is word
    assert report.strategy == (example_strategy if word is Verdict.TRUE else "")


@pytest.mark.cbmc
def test_example_strategy_does_not_apply_to_loops(
    example_strategy: str, program: Callable[[str], Program], cbmc: Cbmc
) -> None:
    made = program("int main(void) { int i; for (i = 0; i < 9; i++) ; __VERIFIER_assert(i == 9); return 0; }")
    report = verify(made.task, made, cbmc, Options(strategies=(example_strategy,), timeout=60.0, replay=False))
    assert report.reason is not None
    assert "there is a loop" in report.reason.text
