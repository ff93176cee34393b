"""The table of strategies and families counts what each strategy proves, and names unsafe tasks that were proved."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from veriabs.core.records import Record

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "strategies.py"
_SPEC = spec_from_file_location("strategy_benchmark", SCRIPT)
assert _SPEC is not None and _SPEC.loader is not None
benchmark = module_from_spec(_SPEC)
_SPEC.loader.exec_module(benchmark)


def test_every_family_has_safe_and_unsafe_tasks() -> None:
    found = benchmark.families(1)
    assert len(found) >= 20
    assert {len(tasks) for tasks in found.values()} <= {1, 2}
    whole = benchmark.families(1000)
    stems = [path.stem for tasks in whole.values() for path in tasks]
    assert len(stems) == len(set(stems))


def test_a_cell_counts_the_safe_tasks_that_are_proved(tmp_path: Path) -> None:
    tasks = []
    for name, verdict in (("one", "true"), ("two", "true"), ("three", "false")):
        tasks.append(tmp_path / f"{name}.yml")
        tasks[-1].write_text(f"expected_verdict: {verdict}\n", encoding="utf-8")
    records = [Record("", str(path), "veriabs", None, "TRUE") for path in tasks[1:]]
    lines = benchmark.table({"pruning": records, "shrinking": []}, {"copy": tasks}).splitlines()
    assert lines[0] == "| family | safe | pruning | shrinking | any |"
    assert lines[2] == "| `copy` | 2 | 1 | 0 | 1 |"
    assert lines[3] == "| all | 2 | 1 | 0 | 1 |"
