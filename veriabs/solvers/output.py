"""What CBMC said, read without trust: `runs.Run` from the output and the end of one process.

SUCCESS needs everything at once: exit code 0, status "success", results that are not empty, each asked check among
them, every one passed, and no warning that something was ignored. FAILURE needs exit code 10, status "failure" and a
check that failed. All else has another outcome, with one line that says why.

The statuses of single checks mean something only if the outcome is SUCCESS or FAILURE.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from signal import Signals
from typing import cast

from msgspec import Struct

from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.solvers.command import Solver
from veriabs.solvers.process import Finished

_STATUSES = frozenset({"SUCCESS", "FAILURE", "UNKNOWN", "ERROR"})
_SAFE, _FAILED, _ERROR = 0, 10, 6
# Version 5 only warns of a function without body; version 6 makes it a check of the class "no-body".
_NO_BODY = re.compile(r"no body for (?:function|callee) (?!nondet_|__VERIFIER_(?:nondet_|assume\b))(\S+)")
_BODY_CHECK = re.compile(r"\.no-body\.([^.]+)$")
_UNWINDING = re.compile(r"\.(?:unwind\.\d+|recursion)$")
_UNSOUND = re.compile(r"\bignor(?:e|es|ed|ing)\b|\b(?:un)?sound\b|not supported|unsupported", re.IGNORECASE)
# These quote names of files and functions, which may hold any word.
_QUOTES_NAMES = re.compile(r"Parsing |Type-checking |(?:Not )?unwinding ", re.IGNORECASE)
_OUT_OF_MEMORY = re.compile(
    r"out of memory|std::bad_alloc|cannot allocate memory|"
    # What the dynamic loader says where libraries find no room in the address space.
    r"error while loading shared libraries.*(failed to map segment|cannot (map|create|apply|change|make|enable))",
    re.IGNORECASE,
)
_LONGEST_DETAIL = 200
# What CBMC prints as text: a check with its place, what stands above those of a function, and how many failed of all.
_RESULT = re.compile(r"\[([^\]]*)\] (?:file \S+ )?(?:line (\d+) )?(.*): ([A-Z ]+)")
_HEADING = re.compile(r"\S+ function \S+")
_COUNTED = re.compile(r"\*\* \d+ of (\d+) failed.*")
_COMPLAINT = re.compile(r"(?:file \S+ )?(?:line (\d+) )?(?:function \S+: )?(.*)")
_VERDICTS = {
    "VERIFICATION SUCCESSFUL": "success",
    "VERIFICATION FAILED": "failure",
    "VERIFICATION ERROR": "error",
    "VERIFICATION INCONCLUSIVE": "inconclusive",
}

Verdict = tuple[Outcome, str]


class Message(Struct, frozen=True):
    """One line that CBMC wrote while it worked; `kind` is `STATUS-MESSAGE`, `WARNING`, `ERROR` or another word."""

    kind: str
    text: str
    line: int


class Document(Struct, frozen=True):
    """The parts of what CBMC said; `whole` is false if it is cut, or if something stands around or between it."""

    messages: tuple[Message, ...]
    results: tuple[object, ...]
    statuses: tuple[object, ...]
    whole: bool


def parse(
    finished: Finished,
    purpose: str,
    asked: Iterable[str],
    solver: Solver,
    command: tuple[str, ...] = (),
) -> Run:
    """Classifies one finished CBMC process; `asked` are descriptions of checks that a success has to contain."""
    document = read(finished.stdout, finished.stderr)
    checks = _checks(document)
    outcome, detail = _classify(finished, document, checks, frozenset(asked))
    return Run(
        purpose=purpose,
        outcome=outcome,
        checks=checks or (),
        seconds=finished.seconds,
        peak_mb=finished.peak_mb,
        command=command,
        solver=solver.value,
        detail=detail,
        raw=finished.stdout,
    )


def read(text: str, complaints: str = "") -> Document:
    """Reads as much as there is of a JSON list, as calls that trace print it, or of text, with what is said beside it.

    With JSON each check that fails comes with its trace, which makes megabytes of an answer of one line.
    """
    if not text.lstrip().startswith("["):
        return _plain(text, complaints)
    items, whole = _items(text)
    return Document(
        messages=tuple(_message(item) for item in items if "messageText" in item),
        results=tuple(item["result"] for item in items if "result" in item),
        statuses=tuple(item["cProverStatus"] for item in items if "cProverStatus" in item),
        whole=whole,
    )


def _plain(text: str, complaints: str) -> Document:
    """Reads text, whose results are all there if they are as many as the line behind them says."""
    said, _, listed = text.partition("\n** Results:\n")
    messages = [Message("STATUS-MESSAGE", line, 0) for line in said.splitlines() if line.strip()]
    messages += [_complained(line) for line in complaints.splitlines() if line.strip()]
    lines = [line for line in (listed or said).splitlines() if line.strip()]
    status = _VERDICTS.get(lines[-1]) if lines else None
    found = [match for line in lines if listed and (match := _RESULT.fullmatch(line))]
    counted = [int(match[1]) for line in lines if (match := _COUNTED.fullmatch(line))]
    others = [line for line in lines[:-2] if not (_RESULT.fullmatch(line) or _HEADING.fullmatch(line))]
    whole = status is not None and text.endswith("\n") and (not listed or (counted == [len(found)] and not others))
    results = [
        {"property": m[1], "description": m[3], "status": m[4], "sourceLocation": {"line": m[2]}} for m in found
    ]
    return Document(tuple(messages), (results,) if listed else (), (status,) if status else (), whole)


def _complained(line: str) -> Message:
    """What CBMC says beside its answer: a warning, if it calls it one, and else an error."""
    match = _COMPLAINT.fullmatch(line)
    assert match is not None  # everything in it may be absent
    return Message("WARNING" if "warning" in line.lower() else "ERROR", match[2], int(match[1] or 0))


def phase(text: str) -> str:
    """Names what CBMC does now, from the last status message, or line of text, in the end of its output."""
    messages = re.findall(r'"messageText": "((?:[^"\\]|\\.)*)",\s*"messageType": "STATUS-MESSAGE"', text)
    if messages:
        return _one_line(messages[-1])
    lines = [] if text.lstrip().startswith(("[", "{")) else text.splitlines()[:-1]
    return _one_line(lines[-1]) if lines else ""


def unwinding_failed(checks: Iterable[CheckResult]) -> bool:
    """Tells whether a loop or a recursion goes deeper than it was unwound."""
    return any(_failed(check) and _UNWINDING.search(check.name) for check in checks)


def _items(text: str) -> tuple[list[dict[str, object]], bool]:
    """Decodes the elements of the list one by one, so that a cut list still gives those before the cut."""
    decoder = json.JSONDecoder()
    items: list[dict[str, object]] = []
    text = text.strip()
    if not text.startswith("["):
        return items, False
    position = 1
    while True:
        try:
            item, position = decoder.raw_decode(text, _skip_space(text, position))
        except (ValueError, RecursionError):
            return items, False
        if not isinstance(item, dict):
            return items, False
        items.append(item)
        position = _skip_space(text, position)
        if not text.startswith(",", position):
            return items, text.startswith("]", position) and position == len(text) - 1
        position += 1


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _message(item: dict[str, object]) -> Message:
    return Message(str(item.get("messageType", "")), str(item["messageText"]), _line(item))


def _line(item: dict[str, object]) -> int:
    """Reads the line number, which CBMC writes as a string and leaves out for code of its own."""
    location = item.get("sourceLocation")
    line = location.get("line") if isinstance(location, dict) else None
    return int(line) if isinstance(line, str) and line.isdecimal() else 0


def _checks(document: Document) -> tuple[CheckResult, ...] | None:
    """Reads the results; None if they are absent, doubled, or not of the known shape."""
    if len(document.results) != 1 or not isinstance(document.results[0], list):
        return None
    checks = [_check(item) for item in document.results[0]]
    return None if None in checks else tuple(check for check in checks if check is not None)


def _check(item: object) -> CheckResult | None:
    if not isinstance(item, dict):
        return None
    parts = [item.get(key) for key in ("property", "description", "status")]
    if not all(isinstance(part, str) for part in parts) or parts[2] not in _STATUSES:
        return None
    name, description, status = cast(list[str], parts)
    return CheckResult(name, description, status, _line(item))


def _classify(
    finished: Finished, document: Document, checks: tuple[CheckResult, ...] | None, asked: frozenset[str]
) -> Verdict:
    """Decides the outcome; the earlier a rule stands, the less of the rest can be believed."""
    broken = _broken_off(finished, document)
    if broken is not None:
        return broken
    if checks is None:
        return Outcome.CRASH, _complaint(finished, document) or f"no results, exit code {finished.exit_code}"
    doubt = _doubt(finished, document, checks)
    if doubt:
        return Outcome.UNKNOWN, doubt
    match finished.exit_code, document.statuses:
        case (code, ("success",)) if code == _SAFE:
            return _success(checks, asked)
        case (code, ("failure",)) if code == _FAILED and any(check.status == "FAILURE" for check in checks):
            return Outcome.FAILURE, ""
        case _:
            return Outcome.CRASH, f"exit code {finished.exit_code} contradicts the results"


def _broken_off(finished: Finished, document: Document) -> Verdict | None:
    """Recognises a process that did not come to its own end."""
    at = f" in phase: {_last_status(document)}" if _last_status(document) else ""
    if finished.timed_out:
        spent = f"{finished.processor_seconds:.1f} s of the processor"
        return Outcome.TIMEOUT, f"no answer after {spent if finished.spent else f'{finished.seconds:.1f} s'}{at}"
    if finished.stopped:
        return Outcome.UNKNOWN, "stopped, the answer was no longer needed"
    if finished.cut:
        return Outcome.CRASH, "more output than any answer has"
    if _out_of_memory(finished, document):
        return Outcome.MEMORY, f"out of memory{at}"
    if finished.exit_code < 0:
        return Outcome.CRASH, f"killed by {_signal_name(-finished.exit_code)}{at}"
    if finished.exit_code not in (_SAFE, _FAILED, _ERROR) or not document.whole:
        return Outcome.CRASH, _complaint(finished, document) or f"exit code {finished.exit_code}, output not whole"
    return None


def _out_of_memory(finished: Finished, document: Document) -> bool:
    """Looks at errors only: a check's description may speak of memory, too."""
    if finished.exit_code in (_SAFE, _FAILED):
        return False
    errors = [message.text for message in document.messages if message.kind == "ERROR"]
    return any(_OUT_OF_MEMORY.search(text) for text in (*errors, finished.stderr))


def _doubt(finished: Finished, document: Document, checks: Sequence[CheckResult]) -> str:
    """Says why results that are present cannot be used; empty if they can."""
    warnings = [*(message.text for message in document.messages), finished.stderr]
    missing = [match[1] for text in warnings for match in [_NO_BODY.search(text)] if match]
    missing += [match[1] for check in checks if _failed(check) for match in [_BODY_CHECK.search(check.name)] if match]
    if missing:
        return f"missing body: {', '.join(dict.fromkeys(missing))}"
    unsound = [text for text in warnings if _UNSOUND.search(text) and not _QUOTES_NAMES.match(text)]
    unsound += [message.text for message in document.messages if message.kind == "ERROR"]
    if unsound:
        return _one_line(unsound[0].strip().splitlines()[0])
    undecided = [check for check in checks if check.status in ("UNKNOWN", "ERROR")]
    if undecided:
        return f"the solver did not decide: {undecided[0].description}"
    return "unwinding assertion failed" if unwinding_failed(checks) else ""


def _success(checks: Sequence[CheckResult], asked: frozenset[str]) -> Verdict:
    if not checks:
        return Outcome.CRASH, "success was claimed without any result"
    if any(map(_failed, checks)):
        return Outcome.CRASH, "success was claimed although a check failed"
    if not asked:
        return Outcome.UNKNOWN, "no check was asked for"
    absent = sorted(asked - {check.description for check in checks})
    if absent:
        return Outcome.UNKNOWN, f"not among the results: {absent[0]}"
    return Outcome.SUCCESS, ""


def _complaint(finished: Finished, document: Document) -> str:
    """Puts what CBMC complains of in one line: its errors, a failed invariant, or its last words."""
    errors = [message for message in document.messages if message.kind == "ERROR" and message.text.strip()]
    if errors and finished.exit_code == _ERROR:
        # The last error names the kind ("PARSING ERROR"), the first one the cause.
        cause = f"{errors[0].text} (line {errors[0].line})" if errors[0].line else errors[0].text
        return _one_line(cause if len(errors) == 1 else f"{errors[-1].text}: {cause}")
    invariant = re.search(r"^(?:Condition|Reason): (?!false$)(.+)$", finished.stderr, re.MULTILINE)
    if invariant:
        return _one_line(f"CBMC aborted, exit code {finished.exit_code}: {invariant[1]}")
    # Usage text stands in the middle of the list, and the reason for it behind that.
    quoted = re.findall(r'"messageText": "((?:[^"\\]|\\.)*)",\s*"messageType": "ERROR"', finished.stdout)
    said = [line for line in (*finished.stderr.splitlines(), *quoted) if line.strip()]
    return _one_line(f"exit code {finished.exit_code}: {said[-1]}") if said else ""


def _last_status(document: Document) -> str:
    statuses = [message.text for message in document.messages if message.kind == "STATUS-MESSAGE"]
    return _one_line(statuses[-1]) if statuses else ""


def _failed(check: CheckResult) -> bool:
    return check.status == "FAILURE"


def _signal_name(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_DETAIL else line[: _LONGEST_DETAIL - 3] + "..."
