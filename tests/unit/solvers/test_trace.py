"""Test reading assignments from CBMC's traces: recorded traces, and malformed text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.queries import TraceRole, TraceVariable
from veriabs.solvers.trace import assignments, traced_values

RECORDED = Path(__file__).parents[2] / "recorded"


def recorded(version: str, name: str) -> str:
    return (RECORDED / version / f"{name}.json").read_text(encoding="utf-8")


def step(name: str, binary: str, **more: Any) -> dict[str, Any]:
    return {"stepType": "assignment", "lhs": name, "value": {"binary": binary}, **more}


def traced(*steps: dict[str, Any]) -> str:
    return json.dumps([{"program": "CBMC"}, {"result": [{"property": "p", "status": "FAILURE", "trace": list(steps)}]}])


@pytest.mark.parametrize("version", ["6.6.0", "5.12"])
def test_recorded_trace_has_the_input(version: str) -> None:
    values = [value for _, value in assignments(recorded(version, "failure-trace"), ["x"])]
    assert values
    assert 100 <= values[-1] < 1 << 31


def test_recorded_trace_of_a_bounded_run_pairs_sites_with_values() -> None:
    found = list(assignments(recorded("6.6.0", "bounded-trace"), ("veriabs_site", "veriabs_given")))
    names = [name for name, _ in found]
    inputs = names[2:] if names[:2] == ["veriabs_given", "veriabs_site"] else names
    assert inputs[-2:] == ["veriabs_site", "veriabs_given"]
    assert ("veriabs_site", 2) in found
    assert max(value for _, value in found) >= 1 << 32, "patterns have 64 bits"


def test_recorded_trace_names_the_function() -> None:
    told = {f"T[{slot}]": TraceVariable(TraceRole.COLUMN, slot=slot) for slot in range(2)}
    found = list(traced_values(recorded("6.6.0", "residual-trace"), told))
    chosen = [(one.slot, value) for one, function, value in found if function == "main"]
    assert chosen[:2] == [(0, 8), (1, 1000)]


@pytest.mark.parametrize("name", ["success", "failure", "unwinding", "syntax", "usage", "missing-file"])
def test_recorded_output_without_a_trace_has_no_assignments(name: str) -> None:
    raw = recorded("6.6.0", name)
    assert list(assignments(raw, ["nothing_of_this_name"])) == []


def test_order_and_repetition_are_kept() -> None:
    raw = traced(step("b", "01"), step("a", "10"), step("b", "11"), step("c", "1"))
    assert list(assignments(raw, ["a", "b"])) == [("b", 1), ("a", 2), ("b", 3)]


def test_negative_values_are_patterns() -> None:
    assert list(assignments(traced(step("a", "1" * 64)), ["a"])) == [("a", 2**64 - 1)]


def test_names_are_taken_literally_and_whole() -> None:
    raw = traced(step("ab", "1"), step("a[0]", "1"), step("x.a", "1"), step("a", "0"))
    assert list(assignments(raw, ["a"])) == [("a", 0)]
    assert list(assignments(raw, ["a[0]"])) == [("a[0]", 1)]
    assert list(assignments(raw, [".b"])) == []


def test_steps_that_are_no_assignment_are_left_out() -> None:
    other = {"stepType": "function-call", "lhs": "a", "value": {"binary": "1"}}
    assert list(assignments(traced(other), ["a"])) == []


@pytest.mark.parametrize("value", [{}, {"binary": ""}, {"name": "array", "elements": []}])
def test_values_without_a_pattern_are_left_out(value: dict[str, Any]) -> None:
    assert list(assignments(traced({"stepType": "assignment", "lhs": "a", "value": value}), ["a"])) == []


def test_function_is_empty_if_none_is_given() -> None:
    raw = traced(step("a", "1"), step("a", "0", sourceLocation={"function": "main"}))
    told = TraceVariable(TraceRole.SCALAR, "a")
    assert list(traced_values(raw, {"a": told})) == [(told, "", 1), (told, "main", 0)]


@pytest.mark.parametrize("raw", ["", "null", "3", "{}", "[", '[{"result": [', "[3, null, []]", '[{"message": "x"}]'])
def test_text_without_a_trace_has_no_assignments(raw: str) -> None:
    assert list(assignments(raw, ["a"])) == []


@given(st.integers(0, 3000))
def test_output_that_is_cut_off_has_no_assignments(length: int) -> None:
    raw = recorded("6.6.0", "bounded-trace")
    assert list(assignments(raw[:length], ["veriabs_given"])) == []


def test_output_that_is_nested_deeply_has_no_assignments() -> None:
    assert list(assignments("[" * 100_000, ["a"])) == []


@pytest.mark.parametrize(
    "raw",
    [
        '[{"result": null}]',
        '[{"result": [3]}]',
        '[{"result": [{"trace": null}]}]',
        '[{"result": [{"trace": [3]}]}]',
        traced({"stepType": "assignment", "lhs": "a", "value": None}),
        traced(step("a", "?")),
    ],
)
def test_json_of_another_shape_has_no_assignments(raw: str) -> None:
    assert list(assignments(raw, ["a"])) == []
