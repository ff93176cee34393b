"""The trace of a counterexample, its files, and reading them back."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.copying import replace
from veriabs.core.counterexample import (
    Counterexample,
    ErrorSite,
    Input,
    Iterations,
    IterationValues,
    Operand,
    Site,
    SiteKind,
    VisitRange,
)
from veriabs.core.errors import InputError
from veriabs.core.results import Report, Verdict
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.types import INT, UNSIGNED, CType, FloatType, IntType
from veriabs.report.counterexample import counterexample_json, load_values, trace_lines, write
from veriabs.report.inputs import input_text

CHAR, UCHAR = IntType("char", 8, True), IntType("unsigned char", 8, False)
SHORT = IntType("short", 16, True)
DOUBLE, FLOAT = FloatType("double", 64), FloatType("float", 32)
TOP = 1 << 64


def bits(value: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return found


def call(*spans: VisitRange, number: int = 0, of: CType = INT, line: int = 12) -> Input:
    return Input(Site(number, SiteKind.CALL, "__VERIFIER_nondet_int", of, Where("a.c", line, 9)), spans)


def cells(*spans: VisitRange, number: int = 1, of: CType = INT, name: str = "a") -> Input:
    return Input(Site(number, SiteKind.VARIABLE, name, of, Where("a.c", 5)), spans)


def report(*inputs: Input, **changes: Any) -> Report:
    order = tuple((i.site.number, span.start) for i in inputs for span in i.spans)
    example = Counterexample(
        strategy="bounded",
        inputs=inputs,
        order=order,
        target=ErrorSite(0, "reach_error", False, Where("a.c", 7, 10)),
        assertion=ErrorSite(1, "__VERIFIER_assert", True, Where("a.c", 22, 5)),
        operands=(Operand("a[i]", "a[99999]", 7), Operand("i", "i", 99999)),
        program="int main(void) { return 0; }\n",
        commands=(("gcc", "counterexample.c"), ("./a.out",)),
    )
    task = Task(Path("a.c"), DataModel.ILP32)
    return Report(task, Verdict.FALSE, "bounded", None, (), (), 1.5, 60.0, "6.6.0", replace(example, **changes))


# ---------------------------------------------------------------------------------------------------------------- trace


@pytest.mark.parametrize(
    ("spans", "text"),
    [
        ((), "0"),
        ((VisitRange(0, 1, 5),), "5"),
        ((VisitRange(0, 100_000, 0),), "0, 100,000 times"),
        ((VisitRange(0, 50_000, 0), VisitRange(50_000, 50_000, 0)), "0, 100,000 times"),
        ((VisitRange(0, 1, 5), VisitRange(1, 99_999, 0)), "5 at call 1, then 0"),
        ((VisitRange(0, 100_000, 0, 1),), "0, 1, 2, ... (100,000 values)"),
        ((VisitRange(0, 100_000, TOP - 1, TOP - 1),), "-1, -2, -3, ... (100,000 values)"),
        ((VisitRange(0, 3, 4, 2),), "4, 6, 8 (3 values)"),
        ((VisitRange(0, 1, 3), VisitRange(1, 1, 1), VisitRange(2, 1, 4)), "3, 1, 4"),
        ((VisitRange(99, 1, 7),), "7 at call 100, else 0"),
        (
            (VisitRange(0, 5, 2), VisitRange(5, 4, 1, 1), VisitRange(9, 9, 0)),
            "2 at calls 1 to 5, 1, 2, 3, ... at calls 6 to 9, then 0",
        ),
        ((VisitRange(10, 9, 7), VisitRange(99, 9, TOP - 7)), "7 at calls 11 to 19, -7 at calls 100 to 108, else 0"),
        (tuple(VisitRange(2 * i, 1, 7) for i in range(50)), None),
        ((VisitRange(0, 1, 1 << 32), VisitRange(1, 20, 0)), "0, 21 times"),
        ((VisitRange(0, 98, 0), VisitRange(98, 2, 7, TOP - 7)), "7 at call 99, else 0"),
        ((VisitRange(0, 2, 5, 1 << 32), VisitRange(2, 7, 5)), "5, 9 times"),
        ((VisitRange(0, 2, (1 << 32) - 1), VisitRange(2, 20, TOP - 1)), "-1, 22 times"),
    ],
)
def test_values_of_calls(spans: tuple[VisitRange, ...], text: str | None) -> None:
    found = input_text(call(*spans))
    if text is None:
        assert found.count("7 at call ") == 5
        assert found.endswith("45 more ranges of values, else 0")
        return
    assert found == text


@pytest.mark.parametrize(
    ("of", "pattern", "text"),
    [
        (CHAR, 97, "97 'a'"),
        (CHAR, 10, "10"),
        (CHAR, 255, "-1"),
        (UCHAR, 255, "255"),
        (UCHAR, 0x1_41, "65 'A'"),
        (SHORT, 0xFFFE, "-2"),
        (UNSIGNED, TOP - 1, "4294967295"),
        (IntType("_Bool", 1, False), 3, "1"),
        (DOUBLE, bits(0.1), "0.1"),
        (FLOAT, bits(0.1), "0.1"),
        (FLOAT, bits(1e300), "inf"),
        (DOUBLE, bits(float("nan")), "nan"),
        (DOUBLE, bits(-0.0), "-0.0"),
    ],
)
def test_values_of_types(of: CType, pattern: int, text: str) -> None:
    assert input_text(call(VisitRange(0, 1, pattern), of=of)) == text


def test_content_of_an_array() -> None:
    given = cells(VisitRange(0, 99_999, 0), VisitRange(99_999, 1, 7))
    lines = trace_lines(report(call(VisitRange(0, 3, 0)), given))
    assert lines == [
        "a at line 5: 7 in cell 99,999, else 0",
        "everything else is 0",
        "a[i] = 7   a[99999]",
        "i = 99999",
        "assertion violated at a.c:22: __VERIFIER_assert",
        "error reached at a.c:7: reach_error",
    ]


def test_operands_are_reported_once() -> None:
    twice = (Operand("i", "i", 3), Operand("i", "i", 3), Operand("i", "i", -4))
    assert trace_lines(report(operands=twice))[1:3] == ["i = 3", "i = -4"]


def test_an_array_that_ends_in_zeros_has_no_then() -> None:
    assert input_text(cells(VisitRange(0, 1, 7), VisitRange(1, 99, 0))) == "7 in cell 0, else 0"


def test_inputs_that_are_all_zero() -> None:
    assert (
        trace_lines(report(call(VisitRange(0, 100_000, 0))))[0]
        == "__VERIFIER_nondet_int() at line 12: 0, 100,000 times"
    )
    many = [call(VisitRange(0, 1, 0), number=number) for number in range(50)]
    assert trace_lines(report(*many))[0] == "every input is 0"
    assert trace_lines(report())[0] == "the run takes no input"


def test_very_many_ranges() -> None:
    many = tuple(VisitRange(i, 1, i * i) for i in range(100_000))
    assert trace_lines(report(call(*many)))[0].endswith("at call 5, else 0, and so on")


def test_memory_is_named() -> None:
    memory = Input(Site(2, SiteKind.MEMORY, "malloc", CHAR, Where("a.c", 8)), (VisitRange(3, 1, 97),))
    assert trace_lines(report(memory))[0] == "malloc[] at line 8: 0, 0, 0, 97 'a'"


def test_wrapping_arithmetic_is_reported() -> None:
    assert "wraps" in trace_lines(report(overflow=True))[-1]
    assert "wraps" not in "".join(trace_lines(report()))


def test_no_counterexample_no_trace() -> None:
    assert trace_lines(replace(report(), counterexample=None)) == []


SPANS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 10**6), st.integers(0, TOP - 1), st.integers(-5, TOP - 1)), max_size=30
)
TYPES = st.sampled_from([INT, UNSIGNED, CHAR, DOUBLE, FLOAT])


@pytest.mark.long
@given(st.lists(st.tuples(SPANS, TYPES), max_size=40), st.integers(0, 100))
def test_trace_is_short_for_any_inputs(sites: list[tuple[list[tuple[int, int, int, int]], CType]], n: int) -> None:
    inputs = []
    for number, (parts, of) in enumerate(sites):
        first, spans = 0, []
        for gap, count, start, step in parts:
            spans.append(VisitRange(first + gap, count, start, step))
            first += gap + count
        inputs.append(call(*spans, number=number, of=of))
    operands = tuple(Operand("x" * 50 * i, "y", i) for i in range(n))
    lines = trace_lines(report(*inputs, operands=operands, overflow=True))
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 160
    assert not any("\n" in line for line in lines)


# ---------------------------------------------------------------------------------------------------------------- files


def test_written_and_read_back(tmp_path: Path) -> None:
    one = report(call(VisitRange(0, 2, TOP - 1), VisitRange(2, 9, 0, 3)), cells(VisitRange(4, 1, 7)))
    paths = write(tmp_path / "new" / "folder", one)
    assert [path.name for path in paths] == ["counterexample.c", "counterexample.json"]
    assert paths[0].read_text() == "int main(void) { return 0; }\n"
    assert sorted(path.name for path in paths[0].parent.iterdir()) == ["counterexample.c", "counterexample.json"]
    assert one.counterexample
    sites = tuple(i.site for i in one.counterexample.inputs)
    assert load_values(paths[1], sites) == {i.site.number: i.spans for i in one.counterexample.inputs}


def test_the_document() -> None:
    one = counterexample_json(report(call(VisitRange(0, 1, 5))))
    assert (one["format"], one["format_version"], one["file"], one["data_model"]) == (
        "veriabs counterexample", 1, "a.c", "ILP32"
    )  # fmt: skip
    assert one["inputs"] == [
        {
            "site": {
                "number": 0, "kind": "call", "name": "__VERIFIER_nondet_int", "type": "int", "bits": 32, "signed": True,
                "file": "a.c", "line": 12, "column": 9,
            },
            "spans": [{"first": 0, "count": 1, "start": 5, "step": 0}],
            "values": "5",
            "text": ["__VERIFIER_nondet_int() at line 12: 5"],
        }
    ]  # fmt: skip
    assert one["order"] == [[0, 5, 1]]
    assert one["operands"] == [
        {"text": "a[i]", "cell": "a[99999]", "value": 7}, {"text": "i", "cell": "i", "value": 99999}
    ]  # fmt: skip
    assert one["assertion"] == {
        "number": 1, "text": "__VERIFIER_assert", "asserts": True, "file": "a.c", "line": 22, "column": 5
    }  # fmt: skip
    assert one["commands"] == [["gcc", "counterexample.c"], ["./a.out"]]
    assert (one["strategy"], one["overflow"]) == ("bounded", False)


def test_document_is_short_for_one_value_and_ten_thousand_calls() -> None:
    one = report(call(VisitRange(0, 1, 5)))
    assert one.counterexample is not None
    repeated = replace(one.counterexample, order=((0, 5), *((0, 0) for _ in range(9_999))))
    document = counterexample_json(replace(one, counterexample=repeated))
    assert document["order"] == [[0, 5, 1], [0, 0, 9_999]]
    assert len(json.dumps(document, indent=2)) < 3_000


def test_each_list_of_numbers_is_one_line_of_the_file(tmp_path: Path) -> None:
    one = report(call(*(VisitRange(n, 1, 7 * n % 50 - 9, 0) for n in range(40))))
    text = write(tmp_path, one)[1].read_text()
    assert json.loads(text) == json.loads(json.dumps(counterexample_json(one)))
    assert '        { "first": 3, "count": 1, "start": 12, "step": 0 },\n' in text and "    [0, 12, 1],\n" in text
    assert '      "site": {\n        "number": 0,\n' in text


def test_writing_without_a_counterexample_fails(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no counterexample"):
        write(tmp_path / "f", replace(report(), counterexample=None))
    assert list(tmp_path.iterdir()) == []


def test_all_or_nothing(tmp_path: Path) -> None:
    (tmp_path / "counterexample.c").write_text("old")
    # A folder cannot be replaced by a file.
    (tmp_path / "counterexample.json").mkdir()
    with pytest.raises(InputError, match="cannot write the counterexample"):
        write(tmp_path, report())
    assert (tmp_path / "counterexample.c").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counterexample.c", "counterexample.json"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(InputError, match="cannot make the folder"):
            write(folder, report())


# -------------------------------------------------------------------------------------------------------------- reading


def edited(path: Path, change: Callable[[Any], object]) -> None:
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format="x"), "Invalid enum value 'x'"),
        (lambda d: d.update(format_version=2), "Invalid enum value 2 - at `..format_version`"),
        (lambda d: d.update(format_version=True), "Expected `int`, got `bool`"),
        (lambda d: d.pop("inputs"), "missing required field `inputs`"),
        (lambda d: d.update(inputs={}), "Expected `array`, got `object`"),
        (lambda d: d.update(inputs=[1]), "Expected `object`, got `int`"),
        (lambda d: d["inputs"][0].pop("site"), "missing required field `site`"),
        (lambda d: d["inputs"][0]["site"].update(number="0"), "Expected `int`, got `str`"),
        (lambda d: d["inputs"][0]["site"].update(number=9), "the program has no input"),
        (lambda d: d["inputs"][0]["site"].update(line=13), "the program has no input"),
        (lambda d: d["inputs"][0]["site"].update(name="x" * 999), "the program has no input"),
        (lambda d: d["inputs"][0]["site"].update(kind="allocated memory"), "the program has no input"),
        (lambda d: d["inputs"].append(d["inputs"][0]), "input 0 is listed twice"),
        (lambda d: d["inputs"][0].pop("spans"), "missing required field `spans`"),
        (lambda d: d["inputs"][0].update(spans=[7]), "Expected `object`, got `int`"),
        (lambda d: d["inputs"][0]["spans"][0].pop("start"), "missing required field `start`"),
        (lambda d: d["inputs"][0]["spans"][0].update(start=1.5), "Expected `int`, got `float`"),
        (lambda d: d["inputs"][0]["spans"][0].update(start=True), "Expected `int`, got `bool`"),
        (lambda d: d["inputs"][0]["spans"][0].update(start=-1), "more than 64 bits"),
        (lambda d: d["inputs"][0]["spans"][0].update(start=1 << 64), "more than 64 bits"),
        (lambda d: d["inputs"][0]["spans"][0].update(count=0), "is empty"),
        (lambda d: d["inputs"][0]["spans"][0].update(first=-1), "is empty"),
        (lambda d: d["inputs"][0]["spans"].append({"first": 1, "count": 1, "start": 0, "step": 0}), "has two values"),
    ],
)
def test_invalid_counterexample_values_are_input_errors(
    tmp_path: Path, change: Callable[[Any], object], message: str
) -> None:
    one = call(VisitRange(0, 2, 5))
    path = write(tmp_path, report(one))[1]
    edited(path, change)
    with pytest.raises(InputError, match=message) as caught:
        load_values(path, (one.site,))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path)[:100])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000])
def test_file_that_is_no_counterexample_is_an_input_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_values(path, ())
    assert "\n" not in str(caught.value)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        load_values(tmp_path / "gone.json", ())
    with pytest.raises(InputError, match="cannot read"):
        load_values(tmp_path, ())


def test_a_violated_clause_has_the_names_of_the_clause(tmp_path: Path) -> None:
    file = tmp_path / "c.c"
    file.write_text("/*@ ensures \\forall integer i; 0 <= i < n ==> a[i] == 1; */\nvoid fill(int *a, int n);\n")
    where = Where(str(file), 1)
    example = report(
        assertion=ErrorSite(1, "__VERIFIER_assert", True, where),
        target=ErrorSite(0, "__VERIFIER_assert", False, where),
        operands=(Operand("a[i_2]", "a[0]", 0), Operand("old_2", "old_2", 3)),
        history=(Iterations(where, ("i_2", "n"), (IterationValues(1, (Operand("i_2", "i_2", 0), None)),)),),
    )
    found = replace(example, task=Task(file))
    clause = "ensures \\forall integer i; 0 <= i < n ==> a[i] == 1;"
    assert trace_lines(found)[1:] == [
        "a[i] = 0   a[0]",
        f"clause violated at {file}:1: {clause}",
        "the last iteration of the loop at line 1:",
        "  iteration  i  n",
        "          1  0  -",
    ]
    document: Any = counterexample_json(found)
    assert document["assertion"]["text"] == clause
