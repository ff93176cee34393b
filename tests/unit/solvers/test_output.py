"""Test the parser of CBMC's output: recorded answers of two versions, and malformed ones."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.copying import replace
from veriabs.core.runs import Outcome, Run
from veriabs.solvers import output
from veriabs.solvers.command import Solver
from veriabs.solvers.process import ProcessResult

RECORDED = Path(__file__).parents[2] / "recorded"
VERSIONS = ("6.6.0", "6.6.0-text", "5.12")
PASSED = ("x is even", "i is three")


def recorded(version: str, name: str, exit_code: int) -> ProcessResult:
    words = RECORDED / version / f"{name}.stderr"
    kind = "txt" if version.endswith("-text") else "json"
    return ProcessResult(
        exit_code=exit_code,
        stdout=(RECORDED / version / f"{name}.{kind}").read_text(),
        stderr=words.read_text() if words.exists() else "",
        seconds=1.5,
        peak_mb=20.0,
    )


def json_output(*items: Any, exit_code: int = 0, stderr: str = "") -> ProcessResult:
    return ProcessResult(exit_code, json.dumps(list(items)), stderr, 0.1, 10.0)


def message(kind: str, text: str) -> dict[str, Any]:
    return {"messageText": text, "messageType": kind}


def results(*statuses: str, name: str = "main.assertion") -> dict[str, Any]:
    return {
        "result": [
            {"property": f"{name}.{n}", "description": f"check {n}", "status": status}
            for n, status in enumerate(statuses, 1)
        ]
    }


SUCCESS = {"cProverStatus": "success"}
FAILURE = {"cProverStatus": "failure"}


def read(finished: ProcessResult, *asked: str) -> Run:
    return output.parse(finished, "test", asked, Solver.BUILT_IN)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["success", "success-z3"])
def test_recorded_success(version: str, name: str) -> None:
    run = read(recorded(version, name, 0), *PASSED)
    assert (run.outcome, run.detail) == (Outcome.SUCCESS, "")
    assert {check.description for check in run.checks} == set(PASSED)
    assert (run.seconds, run.peak_mb, run.solver, run.purpose) == (1.5, 20.0, "built-in", "test")
    assert run.raw == recorded(version, name, 0).stdout


def test_recorded_lines_are_numbers() -> None:
    checks = read(recorded("6.6.0", "success", 0), *PASSED).checks
    assert {check.name: check.line for check in checks} == {"main.assertion.1": 9, "main.assertion.2": 10}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["failure", "failure-z3"])
def test_recorded_failure_keeps_every_status(version: str, name: str) -> None:
    run = read(recorded(version, name, 10), "x is small", "x is x")
    assert run.outcome is Outcome.FAILURE
    assert {check.description: check.status for check in run.checks} == {"x is small": "FAILURE", "x is x": "SUCCESS"}
    assert run.failed() == ("x is small",)


@pytest.mark.parametrize("version", ["6.6.0", "5.12"])
def test_recorded_failure_with_trace(version: str) -> None:
    run = read(recorded(version, "failure-trace", 10), "x is small")
    assert (run.outcome, run.failed()) == (Outcome.FAILURE, ("x is small",))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("name", "exit_code", "outcome", "detail"),
    [
        ("unwinding", 10, Outcome.UNKNOWN, "unwinding assertion failed"),
        ("z3-missing", 6, Outcome.UNKNOWN, "the solver did not decide: x is even"),
        ("memory-z3", 6, Outcome.UNKNOWN, "the solver did not decide: no factors"),
        ("memory", 6, Outcome.MEMORY, "out of memory in phase: "),
        ("syntax", 6, Outcome.REJECTED, "PARSING ERROR: syntax error before ';' (line 3)"),
        ("undeclared", 6, Outcome.REJECTED, "CONVERSION ERROR: failed to find symbol 'absent' (line 3)"),
        ("missing-file", 6, Outcome.CRASH, "ailed to open input file 'absent.c'"),
        ("bad-property", 1, Outcome.CRASH, "property absent "),
        ("usage", 64, Outcome.CRASH, "exit code 64: Unknown option: --absent"),
        ("abort", 134, Outcome.REJECTED, "CBMC aborted, exit code 134: smt2_convt::convert_expr should not"),
        ("abort", -6, Outcome.REJECTED, "CBMC aborted, exit code -6: smt2_convt::convert_expr should not"),
        ("killed", -9, Outcome.CRASH, "killed by SIGKILL in phase: "),
        ("killed", 137, Outcome.CRASH, "exit code 137, truncated output"),
        ("terminated", 15, Outcome.CRASH, "exit code 15, truncated output"),
    ],
)
def test_recorded_trouble(version: str, name: str, exit_code: int, outcome: Outcome, detail: str) -> None:
    run = read(recorded(version, name, exit_code), *PASSED)
    assert run.outcome is outcome
    assert detail in run.detail
    assert "\n" not in run.detail


def test_ignored_quantifier_is_no_success() -> None:
    for version in VERSIONS:
        run = read(recorded(version, "forall", 0), "remainder is small")
        assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "warning: ignoring forall")


@pytest.mark.parametrize(("version", "exit_code"), [("6.6.0", 10), ("6.6.0-text", 10), ("5.12", 0)])
def test_missing_body_is_named(version: str, exit_code: int) -> None:
    run = read(recorded(version, "missing-body", exit_code), "always")
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "missing body: g")


@pytest.mark.parametrize("version", VERSIONS)
def test_time_limit_names_the_phase(version: str) -> None:
    run = read(replace(recorded(version, "terminated", 15), timed_out=True))
    assert run.outcome is Outcome.TIMEOUT
    assert run.detail.startswith("no answer after 1.5 s in phase: ")
    last = {
        "6.6.0": "converting SSA",
        "6.6.0-text": "Running propositional reduction",
        "5.12": "Solving with MiniSAT 2.2.1 with simplifier",
    }
    assert run.detail.endswith(last[version])


def test_success_after_the_time_limit_does_not_count() -> None:
    late = recorded("6.6.0", "success", 0)
    assert read(replace(late, timed_out=True), *PASSED).outcome is Outcome.TIMEOUT
    assert read(replace(late, stopped=True), *PASSED).outcome is Outcome.UNKNOWN
    assert read(replace(late, cut=True), *PASSED).outcome is Outcome.CRASH


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["success", "failure", "unwinding"])
def test_no_prefix_of_an_answer_is_an_answer(version: str, name: str) -> None:
    whole = recorded(version, name, 0)
    text = whole.stdout.rstrip()
    for end in {*range(0, len(text), 97), len(text) - 1}:
        run = read(replace(whole, stdout=text[:end]), *PASSED)
        assert run.outcome is Outcome.CRASH, text[:end][-60:]


@pytest.mark.parametrize("name", ["success", "failure", "unwinding"])
def test_no_line_of_a_text_can_be_absent_or_another(name: str) -> None:
    whole = recorded("6.6.0-text", name, 0)
    before, mark, listed = whole.stdout.partition("** Results:\n")
    lines = listed.splitlines(keepends=True)
    for position, line in enumerate(lines):
        if not line.strip() or " function " in line:
            continue
        for other in ("", line * 2, line.replace("SUCCESS", "NOT REACHED").replace("FAIL", "LUCK"), f"{line}more\n"):
            text = before + mark + "".join((*lines[:position], other, *lines[position + 1 :]))
            if text == whole.stdout:
                continue
            assert read(replace(whole, stdout=text), *PASSED).outcome is not Outcome.SUCCESS, other


def test_a_warning_among_the_results_is_no_heading() -> None:
    whole = recorded("6.6.0-text", "success", 0)
    text = whole.stdout.replace("\nVERIFICATION", "\n**** WARNING: no body for function f\nVERIFICATION")
    for warned in (text, whole.stdout.replace("[main.", "**** WARNING: no body for function f\n[main.", 1)):
        assert read(replace(whole, stdout=warned), *PASSED).outcome is Outcome.CRASH


def test_unexpected_text_beside_the_answer_casts_doubt() -> None:
    whole = recorded("6.6.0-text", "success", 0)
    assert read(replace(whole, stderr="file a.c line 3 function main: odd thing\n"), *PASSED).detail == "odd thing"
    assert read(replace(whole, stderr="**** WARNING: of no matter\n"), *PASSED).outcome is Outcome.SUCCESS


def test_a_check_is_read_whatever_its_description_says() -> None:
    text = "CBMC\n\n** Results:\nf.c function main\n[main.assertion.1] line 2 a: SUCCESS [x] line 7 b: FAILURE\n"
    text += "[g.assertion.1] file g.c line 4 x: SUCCESS\n\n** 1 of 2 failed (1 iterations)\nVERIFICATION FAILED\n"
    run = read(ProcessResult(10, text, "", 0.1, 10.0), "x")
    assert [(one.name, one.description, one.status, one.line) for one in run.checks] == [
        ("main.assertion.1", "a: SUCCESS [x] line 7 b", "FAILURE", 2),
        ("g.assertion.1", "x", "SUCCESS", 4),
    ]


def test_success_by_hand() -> None:
    assert read(json_output(results("SUCCESS"), SUCCESS), "check 1").outcome is Outcome.SUCCESS


@pytest.mark.parametrize(
    "finished",
    [
        json_output(),
        json_output(SUCCESS),
        json_output({"result": []}, SUCCESS),
        json_output(results("SUCCESS")),
        json_output(results("SUCCESS"), SUCCESS, exit_code=10),
        json_output(results("SUCCESS"), SUCCESS, exit_code=6),
        json_output(results("SUCCESS"), SUCCESS, exit_code=-15),
        json_output(results("SUCCESS"), FAILURE),
        json_output(results("SUCCESS"), FAILURE, exit_code=10),
        json_output(results("SUCCESS"), SUCCESS, SUCCESS),
        json_output(results("SUCCESS"), SUCCESS, FAILURE),
        json_output(results("SUCCESS"), results("SUCCESS"), SUCCESS),
        json_output(results("SUCCESS", "FAILURE"), SUCCESS),
        json_output(results("SUCCESS", "UNKNOWN"), SUCCESS),
        json_output(results("SUCCESS", "ERROR"), SUCCESS),
        json_output(results("SUCCESS", "success"), SUCCESS),
        json_output(results("PASSED"), SUCCESS),
        json_output(results("FAILURE"), FAILURE),
        json_output(results("FAILURE"), FAILURE, exit_code=6),
        json_output(results("FAILURE"), SUCCESS, exit_code=10),
        json_output(results("FAILURE")),
        json_output({"result": []}, FAILURE, exit_code=10),
        json_output({"result": 9}, SUCCESS),
        json_output({"result": [1]}, SUCCESS),
        json_output({"result": [{"description": "check 1", "status": "SUCCESS"}]}, SUCCESS),
        json_output({"result": [{"property": 1, "description": "check 1", "status": "SUCCESS"}]}, SUCCESS),
        json_output({"result": {"description": "check 1", "status": "SUCCESS"}}, SUCCESS),
        json_output([results("SUCCESS"), SUCCESS]),
        json_output(results("SUCCESS"), SUCCESS, stderr="warning: ignoring exists"),
        json_output(message("WARNING", "**** WARNING: no body for function f"), results("SUCCESS"), SUCCESS),
        json_output(message("ERROR", "something is wrong"), results("SUCCESS"), SUCCESS),
        json_output(
            message("WARNING", "**** WARNING: Depth-bounded analysis may yield unsound results"),
            results("SUCCESS"),
            SUCCESS,
        ),
        json_output(message("STATUS-MESSAGE", "recursion is ignored on call to 'f'"), results("SUCCESS"), SUCCESS),
        ProcessResult(0, json.dumps(results("SUCCESS") | SUCCESS), "", 0.1, 1.0),
        ProcessResult(0, json.dumps([results("SUCCESS"), SUCCESS]) + "\n[]", "", 0.1, 1.0),
        ProcessResult(0, "VERIFICATION SUCCESSFUL\n" + json.dumps([results("SUCCESS"), SUCCESS]), "", 0.1, 1.0),
        ProcessResult(0, "[" * 100_000, "", 0.1, 1.0),
        ProcessResult(0, "", "", 0.1, 1.0),
        ProcessResult(0, "VERIFICATION SUCCESSFUL", "", 0.1, 1.0),
    ],
)
def test_incomplete_output_is_neither_success_nor_failure(finished: ProcessResult) -> None:
    run = read(finished, "check 1")
    assert run.outcome in (Outcome.UNKNOWN, Outcome.CRASH)
    assert run.detail


def test_empty_results_are_named() -> None:
    assert read(json_output({"result": []}, SUCCESS), "check 1").detail == "success was claimed without any result"


def test_asked_checks_must_be_there_word_for_word() -> None:
    finished = json_output(results("SUCCESS", "SUCCESS"), SUCCESS)
    assert read(finished, "check 1", "check 2").outcome is Outcome.SUCCESS
    assert read(finished, "check 1", "check 3").detail == "not among the results: check 3"
    assert read(finished, "check").outcome is Outcome.UNKNOWN
    assert read(finished).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("function", ["nondet_int", "__VERIFIER_nondet_uint", "__VERIFIER_assume"])
def test_functions_that_need_no_body(function: str) -> None:
    warning = message("WARNING", f"**** WARNING: no body for function {function}")
    assert read(json_output(warning, results("SUCCESS"), SUCCESS), "check 1").outcome is Outcome.SUCCESS


@pytest.mark.parametrize(
    "warning",
    [
        message("WARNING", "function 'nondet_int' is not declared"),
        message("STATUS-MESSAGE", "Type-checking ignore"),
        message(
            "STATUS-MESSAGE", "Unwinding loop main.0 iteration 1 file unsupported.c line 4 function sound thread 0"
        ),
    ],
)
def test_harmless_message_does_not_matter(warning: dict[str, Any]) -> None:
    assert read(json_output(warning, results("SUCCESS"), SUCCESS), "check 1").outcome is Outcome.SUCCESS


def test_unwinding_failure_outweighs_a_failed_check() -> None:
    both = results("FAILURE")["result"] + results("FAILURE", name="main.unwind")["result"]
    run = read(json_output({"result": both}, FAILURE, exit_code=10), "check 1")
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "unwinding assertion failed")
    assert output.unwinding_failed(run.checks)
    assert not output.unwinding_failed(run.checks[:1])


def test_recursion_is_unwinding_too() -> None:
    item = {"property": "f.recursion", "description": "recursion unwinding assertion", "status": "FAILURE"}
    run = read(json_output({"result": [item, *results("SUCCESS")["result"]]}, FAILURE, exit_code=10), "check 1")
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "unwinding assertion failed")


def test_bad_alloc_of_the_solver_is_memory() -> None:
    stderr = "terminate called after throwing an instance of 'std::bad_alloc'"
    assert read(ProcessResult(-6, "[", stderr, 0.1, 1.0), "check 1").outcome is Outcome.MEMORY


def test_memory_in_a_description_is_no_memory_problem() -> None:
    item = {"property": "main.assertion.1", "description": "never out of memory", "status": "FAILURE"}
    assert read(json_output({"result": [item]}, FAILURE, exit_code=10)).outcome is Outcome.FAILURE


def test_phase_is_the_last_status_message_of_the_tail() -> None:
    text = (RECORDED / "6.6.0" / "terminated.json").read_text()
    assert output.phase(text[-300:]) == "converting SSA"
    assert output.phase("") == ""
    middle = '  },\n  {\n    "messageText": "unwinding loop'
    assert output.phase(middle) == "", "no line of JSON is a phase"


@given(st.text(), st.integers(-64, 255))
def test_no_text_is_ever_believed(text: str, exit_code: int) -> None:
    run = read(ProcessResult(exit_code, text, text, 0.1, 1.0), "check 1")
    assert run.outcome not in (Outcome.SUCCESS, Outcome.FAILURE)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    ["SUCCESS", "FAILURE", "UNKNOWN", "ERROR", "success", "failure", 9, None, [], {}, "check 1"]
)
PARTS = st.dictionaries(st.sampled_from(["property", "description", "status", "sourceLocation"]), VALUES)
ITEMS = st.dictionaries(
    st.sampled_from(["result", "cProverStatus", "messageText", "messageType"]), VALUES | st.lists(PARTS, max_size=3)
)


@given(st.lists(ITEMS, max_size=4), st.sampled_from([0, 6, 10]))
def test_success_requires_every_defined_condition(items: list[dict[str, Any]], exit_code: int) -> None:
    run = read(json_output(*items, exit_code=exit_code), "check 1")
    if run.outcome is Outcome.SUCCESS:
        assert exit_code == 0
        assert [item["cProverStatus"] for item in items if "cProverStatus" in item] == ["success"]
        (found,) = (item["result"] for item in items if "result" in item)
        assert {part["status"] for part in found} == {"SUCCESS"}
        assert "check 1" in {part["description"] for part in found}
    if run.outcome is Outcome.FAILURE:
        assert exit_code == 10
        assert "FAILURE" in {check.status for check in run.checks}


@pytest.mark.parametrize("exit_code", [0, 6, -9])
def test_formula_is_written_only_if_cbmc_ends_well(exit_code: int) -> None:
    finished = ProcessResult(exit_code, "converting SSA\n", "", 0.1, 10.0)
    assert output.wrote_formula(finished) is (exit_code == 0)


@pytest.mark.parametrize("words", ["warning: ignoring forall", "**** WARNING: no body for function reads"])
def test_formula_is_not_trusted_after_a_warning(words: str) -> None:
    assert not output.wrote_formula(ProcessResult(0, "converting SSA\n", words + "\n", 0.1, 10.0))
