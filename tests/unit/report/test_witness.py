"""Witnesses: their contents and locations, and the rules of the format."""

from __future__ import annotations

import hashlib
import runpy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Site, SiteKind, VisitRange
from veriabs.core.errors import InputError
from veriabs.core.results import Report, Verdict
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.types import INT, LLONG, ULLONG, UNSIGNED, CType, FloatType, IntType
from veriabs.report import places, witness
from veriabs.report.values import literal, result_equation

check_witness: Callable[[Any, dict[str, str]], list[str]] = runpy.run_path(
    str(Path(__file__).parents[2] / "witness_rules.py")
)["check_witness"]

NONDET = "__VERIFIER_nondet_int"
HEAD = f"extern void reach_error(void);\nextern int {NONDET}(void);\n"
CHAR = IntType("char", 8, True)
DOUBLE, FLOAT = FloatType("double", 64), FloatType("float", 32)


def bits(value: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return found


class Case:
    """A program in a file, and a counterexample that is put together by hand."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        self.inputs: list[Input] = []
        self.order: list[tuple[int, int]] = []
        self.target = self.error("reach_error")

    def where(self, mark: str, nth: int = 0) -> Where:
        """The place of the n-th occurrence of a text, if the preprocessor does not change its line."""
        offset = -1
        for _ in range(nth + 1):
            offset = self.text.index(mark, offset + 1)
        before = self.text[:offset]
        return Where(str(self.path), before.count("\n") + 1, offset - before.rfind("\n"))

    def error(self, name: str) -> ErrorSite:
        last = self.text.count(f"{name}(") - 1
        return ErrorSite(0, name, False, self.where(f"{name}(", max(last, 0)))

    def site(
        self, where: Where, *values: int, name: str = NONDET, of: CType = INT, kind: SiteKind = SiteKind.CALL
    ) -> int:
        number = len(self.inputs)
        spans = tuple(VisitRange(i, 1, value) for i, value in enumerate(values))
        self.inputs.append(Input(Site(number, kind, name, of, where), spans))
        return number

    def report(self) -> Report:
        order = self.order or [(i.site.number, span.start) for i in self.inputs for span in i.spans]
        asserts = ErrorSite(1, "__VERIFIER_assert", True, self.target.where)
        example = Counterexample(
            "bounded", tuple(self.inputs), tuple(order), self.target, asserts, (), "int main;", ()
        )  # fmt: skip
        return Report(
            Task(self.path, DataModel.ILP32), Verdict.FALSE, "bounded", None, (), (), 1.0, 2.0, "6.6.0", example
        )

    def waypoints(self) -> list[dict[str, Any]]:
        """The waypoints of the witness, read from the file, which is checked against the rules."""
        path = self.path.with_name("witness.yml")
        assert witness.write(path, self.report())
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        assert check_witness(document, {str(self.path): self.text}) == []
        return [segment["segment"][-1]["waypoint"] for segment in document[0]["content"]]

    def found(self) -> list[tuple[str, str, int, int | None, str | None]]:
        """Type, constraint, line, column and function of each waypoint."""
        result = []
        for waypoint in self.waypoints():
            place, constraint = waypoint["location"], waypoint.get("constraint", {})
            value = constraint.get("value", "")
            result.append((waypoint["type"], value, place["line"], place.get("column"), place.get("function")))
        return result


@pytest.fixture
def case(tmp_path: Path) -> Callable[..., Case]:
    return lambda text, name="p.c": Case(tmp_path / name, text)


# ----------------------------------------------------------------------------------------------------- calls and target


def test_a_call_and_the_target(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{\n  int x = {NONDET}( /* ) */ );\n  if (x == 5) reach_error();\n}}\n")
    one.site(one.where(NONDET, 1), 5)
    line = one.text.split("\n")[3]
    assert one.found() == [
        ("function_return", "\\result == 5", 4, line.rindex(")") + 1, "main"),
        ("target", "", 5, 15, "main"),
    ]


def test_two_calls_on_one_line_are_distinguished_by_their_number(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{\n\tint x =  {NONDET}() - {NONDET}();\n\tif (x) {{ reach_error(); }}\n}}\n")
    line = one.text.split("\n")[3]
    first, second = line.index(")") + 1, line.rindex(")") + 1
    one.site(Where(str(one.path), 4), 1)
    one.site(Where(str(one.path), 4), 2)
    assert [place[1:4] for place in one.found()[:2]] == [("\\result == 1", 4, first), ("\\result == 2", 4, second)]


def test_the_second_of_two_calls_is_found_by_its_column(case: Callable[..., Case]) -> None:
    text = f"{HEAD}int main(int c) {{\n\tint   x = c ? {NONDET}() : {NONDET}();\n  if (x)\n    reach_error();\n}}\n"
    one = case(text)
    line = text.split("\n")[3]
    # The preprocessor makes one blank of three.
    one.site(Where(str(one.path), 4, line.rindex(NONDET) + 1 - 2), 7)
    assert one.found()[0] == ("function_return", "\\result == 7", 4, line.rindex(")") + 1, "main")


def test_a_constant_before_the_calls_is_expanded(case: Callable[..., Case]) -> None:
    line = f"  for (i = 0; i < N; i++) {{ a[i] = {NONDET}(); b[i] = {NONDET}(); }}"
    one = case(f"{HEAD}#define N (100 * 100)\nint main(int c) {{\n{line}\n  reach_error();\n}}\n")
    one.site(Where(str(one.path), 5, line.rindex(NONDET) + 1 + len("(100 * 100)") - 1), 7)
    assert one.found()[0] == ("function_return", "\\result == 7", 5, line.rindex(")") + 1, "main")


def test_indistinguishable_calls_are_omitted(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(int c) {{\n  int x = c ? {NONDET}() : {NONDET}();\n  if (x) reach_error();\n}}\n")
    one.site(Where(str(one.path), 4), 7)
    assert [place[0] for place in one.found()] == ["target"]


def test_a_call_over_several_lines(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{\n  int x = {NONDET}\n    (\n  );\n  if (x) reach_error();\n}}\n")
    one.site(Where(str(one.path), 4), 1)
    assert one.found()[0] == ("function_return", "\\result == 1", 6, 3, "main")


def test_names_in_comments_and_literals_do_not_count(case: Callable[..., Case]) -> None:
    line = f'  char *s = "{NONDET}()"; /* {NONDET}() */ int x = {NONDET}(); // {NONDET}()'
    one = case(f"{HEAD}int main(void) {{\n{line}\n  if (x) reach_error();\n}}\n")
    one.site(Where(str(one.path), 4), 3)
    assert one.found()[0][2:4] == (4, line.index("; //"))


def test_a_call_that_a_macro_makes_has_no_column(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}#define ANY {NONDET}()\nint main(void) {{\n  int x = ANY;\n  if (x) reach_error();\n}}\n")
    one.site(Where(str(one.path), 5, 11), 3)
    assert one.found()[0] == ("function_return", "\\result == 3", 5, None, None)


def test_a_macro_beside_a_call_is_not_taken_for_it(case: Callable[..., Case]) -> None:
    line = f"  int x = ANY; int y = {NONDET}();"
    one = case(f"{HEAD}#define ANY {NONDET}()\nint main(void) {{\n{line}\n  if (x) reach_error();\n}}\n")
    one.site(Where(str(one.path), 5, 11), 3)
    one.site(Where(str(one.path), 5, 11 + len(line)), 4)
    assert [place[0] for place in one.found()] == ["target"]


def test_a_target_that_a_macro_makes_has_no_column(case: Callable[..., Case]) -> None:
    macro = "#define check(c) do { if (!(c)) reach_error(); } while (0)"
    one = case(f"{HEAD}{macro}\nint main(void) {{\n  check(0);\n}}\n")
    one.target = ErrorSite(0, "reach_error", False, Where(str(one.path), 5, 20))
    assert one.found() == [("target", "", 5, None, None)]


@pytest.mark.parametrize(
    ("statement", "column"),
    [
        ("ERROR: reach_error();", 10),
        ("ERROR: {reach_error();}", 11),
        ("if (c) reach_error();", 10),
        ("else_(c); reach_error();", 13),
        ("while (c) for (;;) reach_error();", 22),
        ("do reach_error(); while (c);", 6),
        ("c ? (reach_error(), 0) : 1;", None),
        ("c && (reach_error(), 0);", None),
        ("f(reach_error());", None),
    ],
)
def test_the_column_of_the_target(case: Callable[..., Case], statement: str, column: int | None) -> None:
    one = case(f"{HEAD}int main(int c) {{\n  {statement}\n}}\n")
    assert one.found()[-1][2:4] == (4, column)


def test_a_label_that_is_the_violation(case: Callable[..., Case]) -> None:
    one = case("int main(int c) {\n  if (c) goto ERROR;\n  return 0;\n  ERROR: return 1;\n}\nint reach_error();\n")
    one.target = ErrorSite(0, "ERROR", False, Where(str(one.path), 4, 3))
    assert one.found() == [("target", "", 4, 3, "main")]


def test_an_assertion_of_the_standard_library_is_where_it_is_written(case: Callable[..., Case]) -> None:
    one = case("#include <assert.h>\nint main(void) {\n  int x = 0; assert(x == 1);\n}\nvoid reach_error();\n")
    one.target = ErrorSite(0, "__assert_fail", False, Where(str(one.path), 3, 99))
    assert one.found() == [("target", "", 3, 14, "main")]


def test_an_error_in_a_header_has_file_and_line(tmp_path: Path) -> None:
    one = Case(tmp_path / "p.c", f'{HEAD}#include "h.h"\nint main(void) {{ fail(); }}\n')
    one.target = ErrorSite(0, "reach_error", False, Where("h.h", 1, 15))
    location = witness.violation(one.report())[0]["content"]
    assert location == [{"segment": [{"waypoint": {
        "type": "target", "action": "follow", "location": {"file_name": "h.h", "line": 1}
    }}]}]  # fmt: skip


def test_line_markers_lead_back_to_the_lines_of_the_file(case: Callable[..., Case]) -> None:
    text = (
        '# 1 "orig \\"x\\".c"\n# 1 "<built-in>"\n# 1 "orig \\"x\\".c"\nextern void reach_error(void);\n'
        f"extern int {NONDET}(void);\nint main(void) {{\n"
        f'# 30 "orig \\"x\\".c"\n  int x = {NONDET}();\n  if (x)\n    reach_error();\n}}\n'
    )
    one = case(text, "p.i")
    one.site(Where('orig \\"x\\".c', 30, 11), 1)
    one.target = ErrorSite(0, "reach_error", False, Where('orig \\"x\\".c', 32, 5))
    assert one.found() == [
        ("function_return", "\\result == 1", 8, 11 + len(NONDET) + 1, "main"),
        ("target", "", 10, 5, "main"),
    ]


def test_a_file_name_with_everything(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{ int ü = {NONDET}(); reach_error(); }}\n", 'ä "b" \\ 日本 #1: - yes.c')
    one.site(Where(str(one.path).replace("\\", "\\\\").replace('"', '\\"'), 3), 1)
    assert one.found()[0][3] == one.text.split("\n")[2].index("()") + 2


def test_a_function_is_named_only_when_it_is_sure(case: Callable[..., Case]) -> None:
    body = "int g(void) __attribute__((noinline));\nint g(void) { return 1; }\nstruct s { int x; };\nint a[] = { 1 };\n"
    one = case(f"{HEAD}{body}void fail(void) __attribute__((cold))\n{{\n  reach_error();\n}}\n")
    assert one.found() == [("target", "", 9, 3, "fail")]
    split = case(f"{HEAD}#ifdef A\nint main(void) {{\n#else\nint main(int c) {{\n#endif\n  reach_error();\n}}\n", "s.c")
    assert split.found() == [("target", "", 8, 3, None)]


# --------------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("pattern", "of", "text"),
    [
        (5, INT, "\\result == 5"),
        ((1 << 64) - 1, INT, "\\result == -1"),
        (1 << 31, INT, "\\result == -2147483648"),
        ((1 << 32) - 1, UNSIGNED, "\\result == 4294967295"),
        (1 << 63, LLONG, "\\result == -9223372036854775808"),
        ((1 << 64) - 1, ULLONG, "\\result == 18446744073709551615U"),
        (200, CHAR, "\\result == -56"),
        (3, IntType("_Bool", 1, False), "\\result == 1"),
        (bits(0.5), DOUBLE, "\\result == 0.5"),
        (bits(0.1), DOUBLE, "\\result == 0x1.999999999999ap-4"),
        (bits(0.1), FLOAT, "\\result == 0x1.99999a0000000p-4"),
        (bits(1e300), FLOAT, "\\result > 1.7976931348623157e+308"),
        (bits(float("-inf")), DOUBLE, "\\result < -1.7976931348623157e+308"),
        (bits(float("nan")), DOUBLE, None),
    ],
)
def test_values_of_results(pattern: int, of: CType, text: str | None) -> None:
    assert result_equation(pattern, of) == text


@pytest.mark.parametrize(
    ("value", "of", "text"),
    [
        (-(1 << 31), INT, "(-2147483647 - 1)"),
        (-(1 << 63), LLONG, "(-9223372036854775807LL - 1)"),
        (7, UNSIGNED, "7U"),
        (7, ULLONG, "7ULL"),
        (-7, LLONG, "-7LL"),
        (-128, CHAR, "-128"),
    ],
)
def test_constants_of_c(value: int, of: CType, text: str) -> None:
    assert literal(value, of) == text


def test_value_that_no_comparison_determines_is_omitted(case: Callable[..., Case]) -> None:
    name = "__VERIFIER_nondet_double"
    one = case(f"{HEAD}int main(void) {{\n  double x = {name}();\n  if (x != x) reach_error();\n}}\n")
    one.site(one.where(name), bits(float("nan")), name=name, of=DOUBLE)
    assert [place[0] for place in one.found()] == ["target"]


def test_witness_has_at_most_ten_thousand_segments_in_order(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{\n  for (;;)\n    if ({NONDET}() > 9) reach_error();\n}}\n")
    number = one.site(one.where(NONDET, 1), 0)
    one.order = [(number, i) for i in range(30_000)]
    document: Any = witness.violation(one.report())
    found = [item["segment"][0]["waypoint"] for item in document[0]["content"]]
    assert len(found) == 10_000
    assert [waypoint["constraint"]["value"] for waypoint in found[:2]] == ["\\result == 0", "\\result == 1"]
    assert found[-1]["type"] == "target"
    assert broken(document, one) == ""


# ------------------------------------------------------------------------------------------------------------ variables


def variables(case: Callable[..., Case], code: str, *names: str, of: CType = INT) -> Case:
    one = case(f"{HEAD}#define N 4\nint main(void) {{\n{code}\n  reach_error();\n}}\n")
    lines = one.text.split("\n")
    for name in names:
        base = name.split(".")[0].split("[")[0]
        line = next(i for i, text in enumerate(lines, 1) if i > 4 and f" {base}" in text)
        one.site(Where(str(one.path), line), 5, name=name, kind=SiteKind.VARIABLE, of=of)
    return one


def test_a_variable_is_assumed_after_its_declaration(case: Callable[..., Case]) -> None:
    one = variables(case, "  int x; /* gap */\n  int *p = &x;", "x")
    assert one.found()[0] == ("assumption", "x == 5", 6, 3, "main")


def test_a_variable_beside_one_with_a_value(case: Callable[..., Case]) -> None:
    one = variables(case, "  int y = -1, a[N + 1], x, z = y;\n  f(&x);", "x")
    assert one.found()[0] == ("assumption", "x == 5", 6, 3, "main")


def test_variables_of_one_declaration_are_assumed_together(case: Callable[..., Case]) -> None:
    one = variables(case, "  long long x,  y;\n  f(x, y);", "x", "y", of=LLONG)
    assert one.found()[0] == ("assumption", "x == 5LL && y == 5LL", 6, 3, "main")


def test_the_next_content_of_a_variable_is_another_waypoint(case: Callable[..., Case]) -> None:
    one = variables(case, "  while (1) {\n  int x;\n  f(&x); }", "x")
    one.order = [(0, 1), (0, 2)]
    assert [place[1] for place in one.found()] == ["x == 1", "x == 2", ""]


@pytest.mark.parametrize("size", ["4", "N"])
def test_cells_of_an_array_that_are_not_zero(case: Callable[..., Case], size: str) -> None:
    one = variables(case, f"  int a[{size}];\n  f(a);", "a")
    spans = (VisitRange(0, 2, 0), VisitRange(2, 1, 7), VisitRange(3, 5, (1 << 64) - 1, -1))
    one.inputs[0] = replace(one.inputs[0], spans=spans)
    one.order = [(0, 7), (0, 9), (0, 9)]
    assert [place[1] for place in one.found()] == ["a[2] == 7 && a[3] == -1", ""]


def test_a_large_array_shows_its_first_cells(case: Callable[..., Case]) -> None:
    one = variables(case, "  int a[100000000];\n  f(a);", "a")
    one.inputs[0] = replace(one.inputs[0], spans=(VisitRange(0, 99_999_990, 0), VisitRange(99_999_990, 10, 1, 1)))
    assert one.found()[0][1].count("&&") == 7
    assert one.found()[0][1].startswith("a[99999990] == 1 && ")


def test_a_field_of_a_variable(case: Callable[..., Case]) -> None:
    assert variables(case, "  struct s v;\n  f(&v);", "v.x").found()[0][1] == "v.x == 5"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("  int x, y = f(&x);\n  g();", "x"),
        ("  int x, y = x = 3;\n  g();", "x"),
        ("  int x, y = x++;\n  g();", "x"),
        ("  for (int x; ; )\n  g();", "x"),
        ("  { int x; }\n  g();", "x"),
        ("  int x;\n#if A\n  x = 1;\n#endif\n  g();", "x"),
        ("  int a[N][N];\n  f(a);", "a"),
        ("  int a[M];\n  f(a);", "a"),
        ("  struct s a[3];\n  f(a);", "a[].x"),
        ("  int x; int *p = &x; f(x);\n  g();", "x"),
    ],
)
def test_a_variable_that_cannot_be_placed_is_left_out(case: Callable[..., Case], code: str, name: str) -> None:
    assert [place[0] for place in variables(case, code, name).found()] == ["target"]


# ------------------------------------------------------------------------------------------------------------- metadata


def test_metadata(case: Callable[..., Case], tmp_path: Path) -> None:
    one = case(f"{HEAD}int main(void) {{ reach_error(); }}\n")
    (tmp_path / "u.prp").write_text("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n\n")
    report = one.report()
    report = replace(report, task=replace(report.task, property_file=tmp_path / "u.prp"))
    metadata: Any = witness.violation(report)[0]["metadata"]
    assert metadata["task"] == {
        "input_files": [str(one.path)],
        "input_file_hashes": {str(one.path): hashlib.sha256(one.text.encode()).hexdigest()},
        "specification": "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )",
        "data_model": "ILP32",
        "language": "C",
    }
    report = replace(report, task=replace(report.task, property_file=tmp_path / "gone.prp"))
    metadata = witness.violation(report)[0]["metadata"]
    assert metadata["task"]["specification"] == "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def test_a_program_that_is_gone_is_an_input_error(case: Callable[..., Case], tmp_path: Path) -> None:
    one = case(f"{HEAD}int main(void) {{ reach_error(); }}\n")
    one.path.unlink()
    with pytest.raises(InputError, match="cannot read"):
        witness.write(tmp_path / "w.yml", one.report())
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------------------------------------------- correctness


def test_a_proof_without_invariants_has_no_witness(case: Callable[..., Case], tmp_path: Path) -> None:
    one = case(f"{HEAD}int main(void) {{ }} void f(void) {{ reach_error(); }}\n")
    report = replace(one.report(), verdict=Verdict.TRUE, counterexample=None)
    (tmp_path / "w.yml").write_text("old")
    assert not witness.write(tmp_path / "w.yml", report)
    assert not (tmp_path / "w.yml").exists()


def test_a_proof_with_an_invariant_is_written(case: Callable[..., Case], tmp_path: Path) -> None:
    one = case("int main(void) {\n  for (;;) ;\n}\nvoid reach_error(void);\n")
    report = replace(one.report(), verdict=Verdict.TRUE, counterexample=None)
    assert witness.write(tmp_path / "w.yml", report, [(Where(str(one.path), 2), "1 <= 2")])
    document = yaml.safe_load((tmp_path / "w.yml").read_text())
    assert (document[0]["entry_type"], len(document[0]["content"])) == ("invariant_set", 1)
    assert check_witness(document, {str(one.path): one.text}) == []


def test_invariants_stand_at_their_loops(case: Callable[..., Case]) -> None:
    one = case("int main(void) {\n  for (;;) ;\n  do ; while (0); while (1) ;\n}\nvoid reach_error(void);\n")
    path = str(one.path)
    given = [(Where(path, 2), "i >= 0 && 1"), (Where(path, 3, 19), "b"), (Where(path, 3), "c"), (Where("h.h", 2), "d")]
    document: Any = witness.correctness(replace(one.report(), verdict=Verdict.TRUE), given)
    assert check_witness(document, {path: one.text}) == []
    places_ = [(i["invariant"]["value"], i["invariant"]["location"].get("column")) for i in document[0]["content"]]
    assert places_ == [("i >= 0 && 1", 3), ("b", 19)]


def test_no_verdict_has_no_witness_and_leaves_no_old_one(case: Callable[..., Case], tmp_path: Path) -> None:
    one = case(f"{HEAD}int main(void) {{ reach_error(); }}\n")
    (tmp_path / "w.yml").write_text("old")
    unknown = replace(one.report(), verdict=Verdict.UNKNOWN)
    assert not witness.write(tmp_path / "w.yml", unknown)
    assert not (tmp_path / "w.yml").exists()
    assert witness.correctness(unknown, []) is None
    with pytest.raises(InputError):
        witness.violation(replace(unknown, counterexample=None))


# ------------------------------------------------------------------------------------------------------------ the rules


def broken(document: Any, one: Case) -> str:
    return "; ".join(check_witness(document, {str(one.path): one.text}))


def test_witness_rules_reject_wrong_witnesses(case: Callable[..., Case]) -> None:
    one = case(f"{HEAD}int main(void) {{\n  int x = {NONDET}();\n  if (x) reach_error();\n}}\n")
    one.site(one.where(NONDET, 1), 5)

    def fresh() -> Any:
        return witness.violation(one.report())

    assert broken(fresh(), one) == ""
    assert broken([], one) and broken({}, one) and broken([1], one)
    document = fresh()
    document[0]["content"].reverse()
    assert "the last waypoint of all is the target" in broken(document, one)
    document = fresh()
    document[0]["content"][0]["segment"][0]["waypoint"]["location"]["column"] -= 1
    assert "not the closing parenthesis" in broken(document, one)
    document = fresh()
    document[0]["content"][0]["segment"][0]["waypoint"]["constraint"]["format"] = "c_expression"
    assert "the format of function_return" in broken(document, one)
    document = fresh()
    document[0]["content"][0]["segment"][0]["waypoint"]["constraint"]["value"] = "\\result == x"
    assert "does not compare" in broken(document, one)
    document = fresh()
    document[0]["content"][0]["segment"][0]["waypoint"]["action"] = "avoid"
    assert "exactly one waypoint to follow" in broken(document, one)
    document = fresh()
    document[0]["content"][1]["segment"][0]["waypoint"]["location"]["line"] = 99
    assert "there is no line 99" in broken(document, one)
    document = fresh()
    document[0]["metadata"]["task"]["input_file_hashes"][str(one.path)] = "0" * 64
    del document[0]["metadata"]["uuid"]
    document[0]["metadata"]["creation_time"] = "2026-01-01T00:00:00"
    assert all(text in broken(document, one) for text in ("the hash of", "no uuid", "creation_time"))


def test_a_file_without_text_encoding(tmp_path: Path) -> None:
    path = tmp_path / "l.c"
    path.write_bytes(b"/* \xff */ int main(void) { f(); }\n")
    source = places.read(path)
    assert source is not None
    assert source.calls("f", Where(str(path), 1)) == [places.CallSpan(25, 27)]
    assert places.read(tmp_path / "gone.c") is None
