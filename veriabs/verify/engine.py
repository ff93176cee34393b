"""The pipeline under a budget: program -> proof or counterexample -> verdict.

The proof (`prove`) and the search for a counterexample (`refute`) run side by side on one session; the first to decide
ends the other, and what they found goes to `verdict.conclude`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Event as Signal
from threading import Lock

from veriabs.core.deadline import Deadline
from veriabs.core.events import Decided, Entered, Event, Observer, Phase, Working, unobserved
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Translation, Validation, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import conclude, relies_on_no_overflow
from veriabs.frontend.program import load_instrumented
from veriabs.replay.confirm import Confirmed
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.turns import available
from veriabs.validation.validator import Validator
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.options import Options
from veriabs.verify.prove import Proof, Prover
from veriabs.verify.refute import Refuter
from veriabs.verify.session import Session

SHRINK_SECONDS = 5.0
"""Seconds of the processor that a solver may take for one program of the search for shrink factors."""


def verify(
    task: Task,
    program: Program | Reason,
    cbmc: Cbmc,
    options: Options,
    deadline: Deadline | None = None,
    observe: Observer = unobserved,
) -> Report:
    """Is every assertion of the program proved, or one refuted? A program that was not understood is only refuted.

    The time of the options begins now, unless there is a deadline.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("proving")
    with _session(task, cbmc, options, deadline, observe) as session:
        understood = program if isinstance(program, Program) else None
        text = understood.preprocessed if understood else None
        doubts = CounterexampleHints(session, understood)
        prover = Prover(session, understood, doubts) if understood else None
        refuter = Refuter(session, lambda: load_instrumented(task, text, session.left()), Signal(), doubts)
        validator = Validator(options.replay, session.left, options.keep, session.compared)
        session.observe(Entered(Phase.PROOF))
        with ThreadPoolExecutor(2) as beside:
            search = beside.submit(_refuted, session, refuter)
            validation = beside.submit(_validated, session, validator, understood) if understood else None
            try:
                proof = prover.prove() if prover else Proof([], _reason(program))
                if conclude(proof.pieces, None, options.overflow).verdict is Verdict.TRUE and proof.reason is None:
                    refuter.stop.set()
                doubts.end()
                found = search.result()
                proof = _settled(proof, refuter)
                validated = validation.result() if validation and proof.reason is None and found is None else None
            finally:
                refuter.stop.set()
                validator.stop.set()
                doubts.begun.set()
        report = _report(session, prover, proof, found, validated)
        report = replace(report, answers=(*report.answers, *refuter.answers(found)))
        if report.reason is not None and refuter.reason is not None and report.reason.text not in refuter.reason.text:
            return replace(report, note=str(refuter.reason))
        if prover is not None and report.verdict is Verdict.TRUE and options.invariants:
            session.observe(Decided(report))
            return replace(report, invariants=prover.knowledge.ranges())
        return report


def shrink(
    task: Task,
    program: Program,
    cbmc: Cbmc,
    options: Options,
    deadline: Deadline | None = None,
    observe: Observer = unobserved,
) -> Report:
    """The shrink factor of every loop, whatever proves the task or refutes it.

    What a solver may take is counted in seconds of the processor, so that a busy machine finds the same factors.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("shrinking")
    with _session(task, cbmc, options, deadline, observe) as session:
        prover = Prover(replace(session, solver_seconds=SHRINK_SECONDS), program)
        prover.shrink()
        reason = Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for")
        return _report(session, prover, Proof([], reason), None)


@contextmanager
def _session(
    task: Task, cbmc: Cbmc, options: Options, deadline: Deadline, observe: Observer
) -> Iterator[Session]:
    lock = Lock()

    def tell(event: Event) -> None:
        with lock:
            observe(event)

    def working(purpose: str, phase: str, seconds: float, megabytes: float) -> None:
        tell(Working(purpose, phase, seconds, megabytes))

    driver = Driver(
        cbmc,
        memory_mb=options.memory_mb,
        jobs=min(options.jobs, available()),
        keep=options.keep,
        on_event=None if observe is unobserved else working,
    )
    with driver, ThreadPoolExecutor(options.jobs) as pool:
        session = Session(task, cbmc, driver, pool, options, deadline, observe=tell)
        try:
            yield session
        finally:
            session.stop.set()
            pool.shutdown(cancel_futures=True)


def _reason(program: Program | Reason) -> Reason | None:
    return program if isinstance(program, Reason) else None


def _validated(session: Session, validator: Validator, program: Program) -> Validation:
    """A proof waits for it, so it has a processor."""
    with session.driver.processors.leave():
        return validator.validate(program)


def _refuted(session: Session, refuter: Refuter) -> Confirmed | None:
    found = refuter.run()
    if found is not None or refuter.proof is not None:
        session.stop.set()
    return found


def _settled(proof: Proof, refuter: Refuter) -> Proof:
    """The proof with what the search knows: that the whole program is small enough, or of a candidate that was none."""
    if proof.reason is None:
        return proof
    if refuter.proof is not None:
        return Proof([refuter.proof.pieces], None, (refuter.proof.strategy,))
    if refuter.reason is not None and refuter.reason.kind is ReasonKind.NOT_CONFIRMED:
        return Proof(proof.pieces, refuter.reason)
    return proof


def _report(
    session: Session,
    prover: Prover | None,
    proof: Proof,
    found: Confirmed | None,
    validation: Validation | None = None,
) -> Report:
    proofs: list[list[CheckedQuery]] = proof.pieces if proof.reason is None else []
    conclusion = conclude(proofs, None if found is None else found.replay, session.options.overflow, validation)
    strategy, reason = "", conclusion.reason
    match conclusion.verdict:
        case Verdict.TRUE:
            strategy = ", ".join(proof.strategies) or "bounds"
        case Verdict.FALSE if found is not None and found.counterexample is not None:
            strategy = found.counterexample.strategy
        case _:
            reason = proof.reason or reason
    return Report(
        task=session.task,
        verdict=conclusion.verdict,
        strategy=strategy,
        reason=reason,
        loops=tuple(prover.factors) if prover else (),
        runs=tuple(session.runs),
        seconds=session.deadline.used(),
        peak_mb=max((run.peak_mb for run in session.runs), default=0.0),
        cbmc_version=session.cbmc.version_text,
        counterexample=None if found is None else found.counterexample,
        answers=tuple(prover.answers) if prover else (),
        relies=conclusion.verdict is Verdict.TRUE and relies_on_no_overflow(proofs),
        note=_not_compared(validation) if conclusion.verdict is Verdict.TRUE else "",
    )


def _not_compared(validation: Validation | None) -> str:
    """What the user should know of a proof whose program was not run beside what the compiler made of it."""
    if validation is None or validation.translation is not Translation.NOT_COMPARED:
        return ""
    return f"what veriabs read was not compared with what the compiler reads: {validation.detail}"
