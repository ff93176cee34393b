"""The pipeline under a time limit: program -> proof or counterexample -> verdict.

The proof (`prove`) and the search for a counterexample (`refute`) run concurrently in one session; the first result
ends the other. `verdict.conclude` turns their results into the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from threading import Event as Signal
from threading import Lock
from typing import TYPE_CHECKING

from veriabs.core.copying import replace
from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.deadline import Deadline
from veriabs.core.events import (
    Event,
    GoalDecided,
    GoalsKnown,
    Observer,
    Phase,
    PhaseBegun,
    SolverRunning,
    VerdictKnown,
    unobserved,
)
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Agreement, GoalAnswer, Report, Validation, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import conditions_of, holds, overall, relies_on_no_overflow
from veriabs.invariants.bounds import unwound_program
from veriabs.loops.build import each_model
from veriabs.loops.flatten import without_other_goals
from veriabs.loops.full_unrolling import unroll_short_loops
from veriabs.replay.confirm import ReplayResult
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.turns import Account, available
from veriabs.validation.validation_process import RemoteValidator
from veriabs.verify.accesses import prove_under_accesses
from veriabs.verify.arithmetic_conditions import is_provable, resolve_checks, resolve_overflows
from veriabs.verify.goals import NOT_TRIED, Goals
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.limits import ATTEMPT, BESIDE, BRIEF, LEAST, LONG, OPTIONAL, with_time_to_report
from veriabs.verify.options import Options
from veriabs.verify.portfolio import RaceProof, converse
from veriabs.verify.prove import Proof, Prover, StrategyContext
from veriabs.verify.refute import Refuter
from veriabs.verify.session import Session, failed
from veriabs.verify.unrolling import STRATEGY, run_unrolled, unwinding

if TYPE_CHECKING:
    from veriabs.validation.validator import Validator

def verify(
    task: Task,
    program: Program | Reason,
    cbmc: Cbmc,
    options: Options,
    deadline: Deadline | None = None,
    observe: Observer = unobserved,
    validator: RemoteValidator | None = None,
) -> Report:
    """Prove every assertion of the program, or refute one; a program with unsupported code can only be refuted.

    Without a deadline, the time limit starts now. The `validator` compares programs in another process.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("proving")
    with open_session(task, cbmc, options, with_time_to_report(deadline), observe) as session:
        understood = program if isinstance(program, Program) else None
        text = understood.preprocessed if understood else None
        hints = CounterexampleHints(session, understood)
        asked = unroll_short_loops(without_other_goals(understood)) if understood else None
        refused = None if isinstance(program, Program) else program
        nothing = Goals(untried=refused or NOT_TRIED, refused=refused is not None)
        goals = Goals.of(asked, options.overflow, _reporting(session)) if asked else nothing
        prover = Prover(session, asked, hints, goals=goals) if asked else None
        load = partial(_loaded, session, text, goals)
        whole = partial(unwound_program, asked) if asked else None
        search_session = replace(session, account=Account(-LEAST * BESIDE, BESIDE))
        found, last = partial(_record_counterexample, session, goals), partial(_is_last, options, goals)
        refuter = Refuter(search_session, load, Signal(), hints, found, whole, last)
        comparing = _validator_of(session, hints, validator)
        session.observe(GoalsKnown(tuple(goals.asked)))
        session.observe(PhaseBegun(Phase.PROOF))
        with ThreadPoolExecutor(3) as beside:
            try:
                beside.submit(_unrolled, session, refuter, asked)
                search = beside.submit(_refuted, session, refuter)
                compared = partial(_validated, session, comparing)
                validation = beside.submit(compared, understood) if understood else None
                proof = prover.prove() if prover else Proof([], refused)
                if _try_conditional_proofs(session, prover, refuter):
                    refuter.stop.set()
                hints.end(wanted=not refuter.stop.is_set())
                comparing.proved(hints.found)
                _wait_for_search(search, session, refuter)
                reason = _reason_from_search(proof, refuter, goals, prover)
                _resolve_undefined(session, understood, goals)
                proved = any(goals.proofs(goal) for goal in goals.asked)
                validated = _drop_after_violation(validation.result(), goals) if validation and proved else None
            finally:
                refuter.stop.set()
                comparing.end()
                hints.begun.set()
        report = replace(_report(session, prover, goals, reason, validated), dependent=tuple(session.dependent))
        report = replace(report, answers=(*report.answers, *refuter.answers()), narrower=tuple(session.narrower))
        if report.reason is not None and refuter.reason is not None and report.reason.text not in refuter.reason.text:
            return replace(report, note=str(refuter.reason))
        if prover is not None and report.verdict is Verdict.TRUE and options.invariants:
            session.observe(VerdictKnown(report))
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
    """Compute the shrink factor of every loop, whatever the verdict would be.

    Solvers stop after a fixed amount of work, so that a busy machine finds the same factors. The deadline only ends
    what takes even longer, and the affected factors say so.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("shrinking")
    with open_session(task, cbmc, options, deadline, observe) as session:
        prover = Prover(replace(session, work=ATTEMPT), program)
        _find_factors(prover)
        reason = Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for")
        return replace(_report(session, prover, Goals(), reason), goals=())


def _find_factors(prover: Prover) -> None:
    """Search for the shrink factor of every loop, and record one for each in `factors`."""
    from veriabs.strategies.shrinking import search as shrinking
    from veriabs.strategies.shrinking.unreported_loops import every_loop

    session = prover.session
    if shrinking.NAME in session.options.strategies:
        with closing(prover.knowledge):
            for model in each_model(prover.program):
                if session.left() <= 0 or session.stop.is_set():
                    break
                context = StrategyContext(prover, shrinking.NAME, model, session)
                converse(shrinking.discover(model, context), session, lambda piece: None)
        over = session.over() if session.left() <= 0 else None
        prover.factors[:] = every_loop(prover.program, prover.factors, session.options.max_k, over)


@contextmanager
def open_session(
    task: Task, cbmc: Cbmc, options: Options, deadline: Deadline, observe: Observer = unobserved
) -> Iterator[Session]:
    """A session with its own solvers; everything started in it ends with the context."""
    lock = Lock()

    def locked(event: Event) -> None:
        with lock:
            observe(event)

    def working(purpose: str, phase: str, seconds: float, megabytes: float) -> None:
        locked(SolverRunning(purpose, phase, seconds, megabytes))

    jobs = min(options.jobs, available())
    driver = Driver(
        cbmc,
        memory_mb=options.memory_mb,
        jobs=jobs,
        spare=available() - jobs,
        keep=options.keep,
        on_event=None if observe is unobserved else working,
    )
    with driver, ThreadPoolExecutor(options.jobs) as pool:
        session = Session(task, cbmc, driver, pool, options, deadline, observe=locked)
        try:
            yield session
        finally:
            session.stop.set()
            pool.shutdown(cancel_futures=True)


def _validator_of(
    session: Session, hints: CounterexampleHints, distant: RemoteValidator | None
) -> RemoteValidator | Validator:
    if distant is None:
        from veriabs.validation.validator import Validator

        how = (session.options.replay, session.left, session.options.keep, session.compared)
        return Validator(*how, proof=Signal(), fails=hints.suspect)
    distant.check, distant.fails = session.compared, hints.suspect
    return distant


def _validated(session: Session, validator: RemoteValidator | Validator, program: Program) -> Validation:
    """Compare the program without its checks; the comparison holds a processor until it waits for the proof."""
    with ExitStack() as seat:
        seat.enter_context(session.driver.processors.leave())
        validator.waits = seat.close
        return validator.validate(program)


def _drop_after_violation(validation: Validation, goals: Goals) -> Validation:
    """The differences seen between the programs, if no check can be violated; after a violation anything may happen."""
    ending = (goal for goal in goals.asked if goal.kind is not GoalKind.ASSERTION and goal.kind.ends_run)
    is_violable = bool(goals.conditional) or any(not goals.is_proved(goal) for goal in ending)
    if not (validation.seen and is_violable):
        return validation
    return Validation(Agreement.NOT_COMPARED, "an unproved check may be violated, after which behaviour is undefined")


def _try_conditional_proofs(session: Session, prover: Prover | None, refuter: Refuter) -> bool:
    """Try conditional proofs under unproved accesses; is then everything decided without a search?

    The search may prove a small program completely, and then without conditions.
    """
    if prover is None or prover.goals is None or refuter.proof is not None:
        return refuter.proof is not None
    if prover.knowledge.lacks_accesses():
        prove_under_accesses(session, prover.program, prover.goals, prover.answers)
    is_small = bool(prover.goals.conditional) and unwinding(prover.program) is not None
    return prover.goals.decided() and not is_small


def _resolve_undefined(session: Session, program: Program | None, goals: Goals) -> None:
    """Find out whether an undefined overflow, shift, conversion or division could invalidate a proof, and where."""
    proofs = [pieces for goal in tuple(goals.asked) for pieces in goals.proofs(goal)]
    if program is None or not proofs:
        return
    if relies_on_no_overflow(proofs) and session.left() > LEAST:
        resolve_overflows(_with_as_much_time(session), program, goals)
    if any(map(is_provable, goals.conditions)) and session.left() > LEAST:
        resolve_checks(_with_as_much_time(session), program, goals)


def _with_as_much_time(session: Session) -> Session:
    """The session with at most as much time as was used so far."""
    seconds = min(session.left(), max(OPTIONAL, session.deadline.used()))
    return replace(session, deadline=session.deadline.part(seconds))


def _reporting(session: Session) -> Callable[[GoalAnswer], None]:
    return lambda answer: session.observe(GoalDecided(answer))


def _loaded(session: Session, text: str | None, goals: Goals) -> InstrumentedProgram:
    # imported late: most proofs end before the search starts
    from veriabs.frontend.instrumented_program import load_instrumented

    subject = load_instrumented(session.task, text, session.left())
    if text is None:
        goals.expect(subject)
    asked = [] if goals.refused else goals.asked
    return subject.looking_for(asked, goals.beside(subject) if goals.refused or goals.gaps else ())


def _record_counterexample(session: Session, goals: Goals, subject: InstrumentedProgram, found: ReplayResult) -> bool:
    """Record a counterexample; is another goal's wanted? From the first one on, the other goals have limited time."""
    goals.refute(found)
    if session.options.stop_on_fail or goals.decided() or goals.refused and not subject.sites:
        return False  # an unsupported program without inputs has only this run
    if len(goals.refuted) == 1:
        _limit_others(session, goals)
    return True


def _limit_others(session: Session, goals: Goals) -> None:
    """Limit the time of the open goals; after each decision they have as much as the first violation took."""
    first, before = session.deadline.used(), goals.on_decided
    least = LONG if goals.has_checks() else LEAST

    def limit() -> None:
        further = max(least + BRIEF * len(goals.undecided()), first)
        further = LEAST if goals.refused else further  # none of them can be proved
        cause = f"another goal fails, and this one was not decided within {further:.0f} s after that"
        left = first + further - session.deadline.used()
        session.deadline.shorten(max(LEAST, first, left), cause, "again after fixing the failing goal")

    def on_decided(answer: GoalAnswer) -> None:
        before(answer)
        limit()

    goals.on_decided = on_decided
    limit()


def _is_last(options: Options, goals: Goals) -> bool:
    """Does one more counterexample decide all that was asked for?"""
    return options.stop_on_fail or len(goals.open()) <= 1


def _unrolled(session: Session, refuter: Refuter, program: Program | None) -> None:
    """Try the full unwinding of a small program, which the search would reach later."""
    unwind = unwinding(program) if program and STRATEGY in session.options.strategies else None
    if refuter.whole is None or unwind is None:
        return
    try:
        refuter.unwound = piece = run_unrolled(session, refuter.whole, unwind, refuter.stop)
    except Exception as error:  # this result is optional, and nothing else depends on it
        failed(error)
        return
    if piece is not None and holds(piece) and refuter.proof is None:
        refuter.proof, refuter.spent[STRATEGY] = RaceProof(STRATEGY, [piece]), piece.run.seconds
        session.stop.set()


def _refuted(session: Session, refuter: Refuter) -> None:
    refuter.run()
    if refuter.ended or refuter.proof is not None:
        session.stop.set()


def _wait_for_search(search: Future[None], session: Session, refuter: Refuter) -> None:
    """Wait for the search, and stop it shortly before the deadline, so that proofs are reported in time."""
    if not wait((search,), timeout=max(0.0, session.left() - BRIEF)).done:
        refuter.stop.set()
    search.result()


def _reason_from_search(proof: Proof, refuter: Refuter, goals: Goals, prover: Prover | None) -> Reason | None:
    """The reason for open goals from the search: the program can be unwound completely, or a candidate was not
    confirmed."""
    if refuter.unwound is not None and prover is not None:  # it may prove some goals even if others fail
        prover.take(refuter.unwound, goals, STRATEGY)
    if refuter.proof is not None and not refuter.session.task.checks:
        goals.settle(refuter.proof)
    elif refuter.proof is not None and goals.won:  # it ended the proofs, and contains each goal that has an assertion
        goals.settle_unreached(next(iter(goals.won.values())))
    in_time = proof.reason is None or proof.reason.kind is not ReasonKind.BUDGET
    unconfirmed = refuter.reason
    if not (in_time and unconfirmed and unconfirmed.kind is ReasonKind.NOT_CONFIRMED and len(goals.open()) == 1):
        return proof.reason
    goals.left_open(goals.open()[0], unconfirmed)
    return unconfirmed


def _report(
    session: Session,
    prover: Prover | None,
    goals: Goals,
    reason: Reason | None,
    validation: Validation | None = None,
) -> Report:
    answers = goals.answers(validation)
    verdict = overall(answers)
    first = next((one for one in answers if one.verdict is verdict), None)
    example = first.counterexample if first is not None else None
    strategy = ""
    match verdict:
        case Verdict.TRUE:
            strategy = goals.strategies(goals.asked)
        case Verdict.FALSE if first is not None:
            strategy = first.strategy
        case _:
            reason = (first.reason if first is not None else None) or reason
    return Report(
        task=session.task,
        verdict=verdict,
        strategy=strategy,
        reason=reason if verdict is Verdict.UNKNOWN else None,
        loops=tuple(prover.factors) if prover else (),
        runs=tuple(session.runs),
        seconds=session.deadline.used(),
        peak_mb=max((run.peak_mb for run in session.runs), default=0.0),
        cbmc_version=session.cbmc.version_text,
        counterexample=example,
        answers=tuple(prover.answers) if prover else (),
        choices=tuple(prover.choices) if prover else (),
        note=_comparison_note(validation) if verdict is Verdict.TRUE else "",
        goals=answers,
        conditions=conditions_of(verdict, answers, prover.program.conditions if prover else ()),
    )


def _comparison_note(validation: Validation | None) -> str:
    """The note for a proof whose program was not completely compared with the compiled one."""
    if validation is None or not validation.detail:
        return ""
    if validation.translation is Agreement.SAME:
        return f"the lowered program was compared with the compiled one in part only: {validation.detail}"
    return f"the lowered program was not compared with the compiled one: {validation.detail}"
