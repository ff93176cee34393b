"""Parse CBMC's output and exit status into a `runs.Run`, trusting neither alone.

SUCCESS requires exit code 0, status "success", and a nonempty list of results that contains each asked check and only
passed ones. It also requires that no warning says that something was ignored. FAILURE requires exit code 10, status
"failure" and a failed check. Any other combination gets another outcome with a one-line reason.

The statuses of single checks are meaningful only if the outcome is SUCCESS or FAILURE.
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
from veriabs.solvers.process import ProcessResult

_STATUSES = frozenset({"SUCCESS", "FAILURE", "UNKNOWN", "ERROR"})
_SAFE, _FAILED, _ERROR = 0, 10, 6
"""CBMC's exit codes."""

# Version 5 only warns about a function without body; version 6 makes it a check of the class "no-body".
_NO_BODY = re.compile(r"no body for (?:function|callee) (?!nondet_|__VERIFIER_(?:nondet_|assume\b))(\S+)")
_BODY_CHECK = re.compile(r"\.no-body\.([^.]+)$")
_UNWINDING = re.compile(r"\.(?:unwind\.\d+|recursion)$")
_UNSOUND = re.compile(r"\bignor(?:e|es|ed|ing)\b|\b(?:un)?sound\b|not supported|unsupported", re.IGNORECASE)
# These messages quote names of files and functions, which may contain any word.
_QUOTES_NAMES = re.compile(r"Parsing |Type-checking |(?:Not )?unwinding ", re.IGNORECASE)
_OUT_OF_MEMORY = re.compile(
    r"out of memory|std::bad_alloc|cannot allocate memory|"
    # The dynamic loader's messages when the address space has no room for a library.
    r"error while loading shared libraries.*(failed to map segment|cannot (map|create|apply|change|make|enable))",
    re.IGNORECASE,
)
_REJECTIONS = frozenset({"PARSING ERROR", "CONVERSION ERROR"})
_INVARIANT = "Invariant check failed"
_LONGEST_DETAIL = 200
# CBMC's text output: a check with its place, the heading of a function's checks, and the number of failed checks.
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
    """One message of CBMC; `kind` is `STATUS-MESSAGE`, `WARNING`, `ERROR` or another word."""

    kind: str
    text: str
    line: int


class Document(Struct, frozen=True):
    """The parsed output; `whole` is false if it is truncated or contains unexpected text."""

    messages: tuple[Message, ...]
    results: tuple[object, ...]
    statuses: tuple[object, ...]
    whole: bool


def parse(
    finished: ProcessResult,
    purpose: str,
    asked: Iterable[str],
    solver: Solver,
    command: tuple[str, ...] = (),
) -> Run:
    """Classify one finished CBMC process; a success must contain the checks with the descriptions `asked`."""
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
        processor_seconds=finished.processor_seconds,
    )


def read(text: str, complaints: str = "") -> Document:
    """Parse as much as possible of a JSON list (printed by calls with a trace) or of text; `complaints` is stderr.

    With JSON each failed check comes with its trace, which turns a one-line answer into megabytes.
    """
    if not text.lstrip().startswith("["):
        return _parse_text(text, complaints)
    items, whole = _items(text)
    return Document(
        messages=tuple(_message(item) for item in items if "messageText" in item),
        results=tuple(item["result"] for item in items if "result" in item),
        statuses=tuple(item["cProverStatus"] for item in items if "cProverStatus" in item),
        whole=whole,
    )


def _parse_text(text: str, complaints: str) -> Document:
    """Parse text output; its results are complete if the last line confirms their number."""
    preamble, _, listed = text.partition("\n** Results:\n")
    messages = [Message("STATUS-MESSAGE", line, 0) for line in preamble.splitlines() if line.strip()]
    messages += [_parse_stderr_line(line) for line in complaints.splitlines() if line.strip()]
    lines = [line for line in (listed or preamble).splitlines() if line.strip()]
    status = _VERDICTS.get(lines[-1]) if lines else None
    found = [match for line in lines if listed and (match := _RESULT.fullmatch(line))]
    counted = [int(match[1]) for line in lines if (match := _COUNTED.fullmatch(line))]
    others = [line for line in lines[:-2] if not (_RESULT.fullmatch(line) or _HEADING.fullmatch(line))]
    whole = status is not None and text.endswith("\n") and (not listed or (counted == [len(found)] and not others))
    results = [
        {"property": m[1], "description": m[3], "status": m[4], "sourceLocation": {"line": m[2]}} for m in found
    ]
    return Document(tuple(messages), (results,) if listed else (), (status,) if status else (), whole)


def _parse_stderr_line(line: str) -> Message:
    """A message on stderr: a warning if it says so, else an error."""
    match = _COMPLAINT.fullmatch(line)
    assert match is not None  # every part of the pattern is optional
    return Message("WARNING" if "warning" in line.lower() else "ERROR", match[2], int(match[1] or 0))


def phase(text: str) -> str:
    """The current phase of CBMC, from the last status message or line at the end of its output."""
    messages = re.findall(r'"messageText": "((?:[^"\\]|\\.)*)",\s*"messageType": "STATUS-MESSAGE"', text)
    if messages:
        return _one_line(messages[-1])
    lines = [line for line in text.splitlines()[:-1] if not line.lstrip().startswith(tuple('[]{}"'))]
    return _one_line(lines[-1]) if lines else ""


def unwinding_failed(checks: Iterable[CheckResult]) -> bool:
    """Whether a loop or recursion goes deeper than it was unwound."""
    return any(_failed(check) and _UNWINDING.search(check.name) for check in checks)


def listed_checks(text: str) -> tuple[CheckResult, ...]:
    """The checks in a list of properties; none if it is not whole."""
    items, whole = _items(text)
    lists = [item["properties"] for item in items if "properties" in item]
    if not whole or len(lists) != 1 or not isinstance(lists[0], list):
        return ()
    checks = [_check({**item, "property": item.get("name"), "status": "UNKNOWN"}) for item in lists[0]]
    return () if None in checks else tuple(check for check in checks if check is not None)


def wrote_formula(finished: ProcessResult) -> bool:
    """Whether CBMC wrote a formula, and nothing in its output says that it does not stand for the program."""
    document = read(finished.stdout, finished.stderr)
    return finished.exit_code == _SAFE and not _reason_to_distrust(finished, document, ())


def _items(text: str) -> tuple[list[dict[str, object]], bool]:
    """Decode the list element by element, so that a truncated list yields the elements before the cut."""
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
    """The line number, which CBMC writes as a string, or 0 for its own code, where it is absent."""
    location = item.get("sourceLocation")
    line = location.get("line") if isinstance(location, dict) else None
    return int(line) if isinstance(line, str) and line.isdecimal() else 0


def _checks(document: Document) -> tuple[CheckResult, ...] | None:
    """The results; None if they are absent, duplicated, or malformed."""
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
    finished: ProcessResult, document: Document, checks: tuple[CheckResult, ...] | None, asked: frozenset[str]
) -> Verdict:
    """Classify the outcome; the rules come in the order of how much they discredit the other output."""
    broken = _killed_verdict(finished, document)
    if broken is not None:
        return broken
    if checks is None:
        return Outcome.CRASH, _complaint(finished, document) or f"no results, exit code {finished.exit_code}"
    why = _reason_to_distrust(finished, document, checks)
    if why:
        return Outcome.UNKNOWN, why
    match finished.exit_code, document.statuses:
        case (code, ("success",)) if code == _SAFE:
            return _success(checks, asked)
        case (code, ("failure",)) if code == _FAILED and any(check.status == "FAILURE" for check in checks):
            return Outcome.FAILURE, ""
        case _:
            return Outcome.CRASH, f"exit code {finished.exit_code} contradicts the results"


def _killed_verdict(finished: ProcessResult, document: Document) -> Verdict | None:
    """Recognise a process that was killed or stopped."""
    at = f" in phase: {_last_status(document)}" if _last_status(document) else ""
    if finished.timed_out:
        spent = f"{finished.processor_seconds:.1f} s of the processor"
        return Outcome.TIMEOUT, f"no answer after {spent if finished.spent else f'{finished.seconds:.1f} s'}{at}"
    if finished.stopped:
        return Outcome.UNKNOWN, "stopped, the answer was no longer needed"
    if finished.cut:
        return Outcome.CRASH, "too much output"
    if _out_of_memory(finished, document):
        return Outcome.MEMORY, f"out of memory{at}"
    if _is_rejected(finished, document):
        return Outcome.REJECTED, _complaint(finished, document)
    if finished.exit_code < 0:
        return Outcome.CRASH, f"killed by {_signal_name(-finished.exit_code)}{at}"
    if finished.exit_code not in (_SAFE, _FAILED, _ERROR) or not document.whole:
        return Outcome.CRASH, _complaint(finished, document) or f"exit code {finished.exit_code}, truncated output"
    return None


def _is_rejected(finished: ProcessResult, document: Document) -> bool:
    """Whether CBMC rejects the program as C, or fails an invariant check of its own."""
    if finished.exit_code == _ERROR:
        return any(message.kind == "ERROR" and message.text in _REJECTIONS for message in document.messages)
    return finished.exit_code not in (_SAFE, _FAILED) and _INVARIANT in finished.stdout + finished.stderr


def _out_of_memory(finished: ProcessResult, document: Document) -> bool:
    """Look at error messages only: the description of a check may contain the word memory as well."""
    if finished.exit_code in (_SAFE, _FAILED):
        return False
    errors = [message.text for message in document.messages if message.kind == "ERROR"]
    return any(_OUT_OF_MEMORY.search(text) for text in (*errors, finished.stderr))


def _reason_to_distrust(finished: ProcessResult, document: Document, checks: Sequence[CheckResult]) -> str:
    """The reason why the present results are unusable, or an empty string."""
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


def _complaint(finished: ProcessResult, document: Document) -> str:
    """CBMC's complaint in one line: its errors, a failed invariant, or its last output."""
    errors = [message for message in document.messages if message.kind == "ERROR" and message.text.strip()]
    if errors and finished.exit_code == _ERROR:
        # The last error names the kind ("PARSING ERROR"), the first one the cause.
        cause = f"{errors[0].text} (line {errors[0].line})" if errors[0].line else errors[0].text
        return _one_line(cause if len(errors) == 1 else f"{errors[-1].text}: {cause}")
    invariant = re.search(r"^(?:Condition|Reason): (?!false$)(.+)$", finished.stderr, re.MULTILINE)
    if invariant:
        return _one_line(f"CBMC aborted, exit code {finished.exit_code}: {invariant[1]}")
    # The usage text is inside the list; the reason for it follows the list.
    quoted = re.findall(r'"messageText": "((?:[^"\\]|\\.)*)",\s*"messageType": "ERROR"', finished.stdout)
    complaints = [line for line in (*finished.stderr.splitlines(), *quoted) if line.strip()]
    return _one_line(f"exit code {finished.exit_code}: {complaints[-1]}") if complaints else ""


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
