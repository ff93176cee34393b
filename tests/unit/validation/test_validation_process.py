"""The comparison in a separate process has the same result as in this one, and no result if the process is lost."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import BugError, LostError, UnsupportedError
from veriabs.core.expressions import Const, Unary
from veriabs.core.program import Program
from veriabs.core.queries import Query
from veriabs.core.results import Agreement, Validation
from veriabs.core.runs import Outcome, Run
from veriabs.core.statements import Assign
from veriabs.core.types import INT
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers import companion
from veriabs.solvers.descendants import process_state, tree
from veriabs.validation.validation_process import RemoteValidator, start_validation

HEAD = "extern void __VERIFIER_assert(int); extern int __VERIFIER_nondet_int(void);\n"
ADDS = "int main(void) { int x = 7; x += 2; __VERIFIER_assert(x == 9); }"
FAILS = "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x < 3); }"
Read = Callable[[str], Program]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def made(text: str) -> Program:
        path = tmp_path / "p.c"
        path.write_text(HEAD + text, encoding="utf-8")
        return load_program(load(path))

    return made


def misread(program: Program) -> Program:
    first, second, *rest = program.body
    assert isinstance(second, Assign)
    return replace(program, body=(first, replace(second, value=Const(8, INT)), *rest))


def validated(validator: RemoteValidator, program: Program, *, runs: bool = True) -> Validation:
    """The result of the comparison after a proof that proposes no inputs."""
    validator.begin(program, runs, 60.0)
    validator.waits = lambda: validator.proved(())
    return validator.validate(program)


def test_separate_process_finds_the_same_differences(read: Read) -> None:
    with start_validation() as validator:
        assert validated(validator, read(ADDS)) == Validation(Agreement.SAME)
    with start_validation() as validator:
        found = validated(validator, misread(read(ADDS)))
        assert found.translation is Agreement.DIFFERENT and found.seen


def test_separate_process_parses_the_program_for_both(read: Read) -> None:
    def reads(deadline: Deadline) -> Program:
        deadline.begin("parsing")
        return read(ADDS)

    phases: list[str] = []
    with start_validation(reads, Deadline(60.0)) as validator:
        program = validator.program(Deadline(60.0, watch=phases.append))
        assert program == read(ADDS) and phases == ["parsing"]
        assert validated(validator, program) == Validation(Agreement.SAME)
    with start_validation(reads, Deadline(60.0)) as validator:
        program = misread(validator.program(Deadline(60.0)))
        assert validated(validator, program).translation is Agreement.DIFFERENT, "the one that is proved"


def test_parsing_errors_are_raised_in_the_parent() -> None:
    def refuses(deadline: Deadline) -> NoReturn:
        raise UnsupportedError("p.c:7: a jump into a loop")

    def fails(deadline: Deadline) -> NoReturn:
        raise ZeroDivisionError("by accident")

    def dies(deadline: Deadline) -> NoReturn:
        deadline.begin("inlining calls")
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    with start_validation(refuses, Deadline(60.0)) as validator, pytest.raises(UnsupportedError, match="7: a jump"):
        validator.program(Deadline(60.0))
    with start_validation(fails, Deadline(60.0)) as validator, pytest.raises(
        BugError, match=r"_process.py:\d+: ZeroDiv"
    ):
        validator.program(Deadline(60.0))
    with start_validation(dies, Deadline(60.0)) as validator, pytest.raises(
        LostError, match="answer while inlining calls"
    ):
        validator.program(Deadline(60.0))


def test_programs_nested_too_deeply_to_send_are_parsed_here(read: Read) -> None:
    with start_validation(lambda _: deep(read(ADDS)), Deadline(60.0)) as validator:
        program = validator.program(Deadline(60.0))
        found = validated(validator, program)
    assert found == Validation(Agreement.NOT_COMPARED, "expressions or statements are nested too deeply")


def test_failed_assertion_is_reported(read: Read) -> None:
    failed = threading.Event()
    with start_validation() as validator:
        validator.fails = failed.set
        assert validated(validator, read(FAILS)).translation is Agreement.SAME
    assert failed.is_set()


def test_queries_replace_forbidden_runs_in_the_parent(read: Read) -> None:
    asked: list[Query] = []

    def check(query: Query) -> Run:
        asked.append(query)
        return Run(query.purpose, Outcome.TIMEOUT, detail="no time")

    with start_validation() as validator:
        validator.check = check
        found = validated(validator, read(ADDS), runs=False)
    assert found.translation is Agreement.NOT_COMPARED and "no time" in found.detail
    assert asked


def test_killed_validation_is_no_comparison(read: Read) -> None:
    def kill() -> None:
        root = process_state(os.getpid())
        assert root is not None
        for state in tree((root.process,)):
            if state.parent == os.getpid():
                os.kill(state.process.pid, signal.SIGKILL)

    with start_validation() as validator:
        validator.begin(program := read(ADDS), True, 60.0)
        validator.waits = kill
        with pytest.raises(LostError, match="without an answer"):
            validator.validate(program)


def test_validation_can_be_ended_at_any_time(read: Read) -> None:
    with start_validation() as validator:
        validator.end()
    with start_validation() as validator:
        validator.begin(program := read(ADDS), True, 60.0)
        validator.waits = validator.end
        assert validator.validate(program).translation in Agreement


def test_validation_process_ends_by_itself_when_cancelled(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """It receives the end at any time, so no kill is needed."""
    killed = list[int]()
    monkeypatch.setattr(companion, "PATIENCE", 60.0)
    monkeypatch.setattr(companion, "kill_tree", killed.append)
    waiting = threading.Event()
    with start_validation() as validator:
        validator.begin(program := read(ADDS), True, 60.0)
        validator.waits = waiting.set
        threading.Thread(target=lambda: suppressed(validator, program), daemon=True).start()
        assert waiting.wait(60.0)
    assert killed == []


def suppressed(validator: RemoteValidator, program: Program) -> None:
    with suppress(LostError, OSError):
        validator.validate(program)


def deep(program: Program) -> Program:
    """The program with an expression that is nested too deeply for pickle."""
    first, second, *rest = program.body
    assert isinstance(second, Assign)
    value = second.value
    for _ in range(100_000):
        value = Unary("-", value)
    return replace(program, body=(first, replace(second, value=value), *rest))


def test_programs_nested_too_deeply_to_send_are_not_compared(read: Read) -> None:
    with start_validation() as validator:
        found = validated(validator, deep(read(ADDS)))
    assert found == Validation(Agreement.NOT_COMPARED, "expressions or statements are nested too deeply")
