"""The pipeline under a budget: program -> proof or counterexample -> verdict.

The proof (`prove`) and the search for a counterexample (`refute`) run side by side on one session; the first to decide
ends the other, and what they found goes to `verdict.conclude`.
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
from veriabs.core.counterexample import ErrorSite, Instrumented
from veriabs.core.deadline import Deadline
from veriabs.core.events import Asked, Decided, Entered, Event, Judged, Observer, Phase, Working, unobserved
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Translation, Validation, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.verdict import holds, overall
from veriabs.invariants.bounds import unwound_program
from veriabs.loops.build import each_model
from veriabs.loops.flatten import wanted
from veriabs.loops.short import without_short_loops
from veriabs.replay.confirm import Confirmed
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.turns import Account, available
from veriabs.solvers.work import Work
from veriabs.validation.apart import Distant
from veriabs.verify.goals import NOT_TRIED, Goals
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.options import Options
from veriabs.verify.overflow import settle_overflows
from veriabs.verify.portfolio import Won, converse
from veriabs.verify.prove import Desk, Proof, Prover
from veriabs.verify.refute import Refuter
from veriabs.verify.session import Session, failed
from veriabs.verify.unrolling import STRATEGY, unrolled, unwinding

if TYPE_CHECKING:
    from veriabs.validation.validator import Validator

_LEAST_SECONDS = 1.0
"""Seconds of the budget that have to be left for what only makes a verdict better."""

_LATEST_SECONDS = 0.25
"""Seconds before the end in which the processes of a search that has not ended are ended, and nothing else is done."""

SHRINK_WORK = Work(z3_steps=30_000_000, processor_seconds=2.0)
"""What a solver may do for one program of the search for shrink factors. The built-in one decides in less than a second
or z3 does it, so that no answer is near to a limit that the load of the machine moves."""

OVERFLOW_SECONDS = 2.0
"""Seconds for showing that nothing overflows behind a proof, or as many as the proof has taken."""

SEARCH_SECONDS, SEARCH_RATE = 1.0, 3.0
"""Seconds of the processor for which CBMC looks for a counterexample before others have their turn, and its rate from
then on: what it finds it mostly finds at once, and the proofs of large programs need the time."""

FURTHER_SECONDS = 1.0
"""Seconds for the goals that are open when the first one fails, at least: the verdict of the file is known then, and
what is found later at all is found soon. Where that took longer, on a busy machine as well, they have as much."""

CHECKED_SECONDS = 9.0
"""The same where checks are among the goals: each operation has one, and what fails first says little of the others."""

EACH_SECONDS = 0.25
"""Seconds more for each of them that is open still: many are decided side by side soon after."""


def verify(
    task: Task,
    program: Program | Reason,
    cbmc: Cbmc,
    options: Options,
    deadline: Deadline | None = None,
    observe: Observer = unobserved,
    validator: Distant | None = None,
) -> Report:
    """Is every assertion of the program proved, or one refuted? A program that was not understood is only refuted.

    The time of the options begins now, unless there is a deadline. The `validator` compares; else this process does.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("proving")
    with opened(task, cbmc, options, deadline, observe) as session:
        understood = program if isinstance(program, Program) else None
        text = understood.preprocessed if understood else None
        doubts = CounterexampleHints(session, understood)
        asked = without_short_loops(wanted(understood)) if understood else None
        refused = None if isinstance(program, Program) else program
        goals = Goals.of(asked, options.overflow, _telling(session)) if asked else Goals(untried=refused or NOT_TRIED)
        prover = Prover(session, asked, doubts, goals=goals) if asked else None
        load = partial(_loaded, session, text, goals)
        whole = partial(unwound_program, asked) if asked else None
        search_session = replace(session, account=Account(-SEARCH_SECONDS * SEARCH_RATE, SEARCH_RATE))
        found, last = partial(_found, session, goals), partial(_is_last, options, goals)
        refuter = Refuter(search_session, load, Signal(), doubts, found, whole, last)
        comparing = _comparing(session, doubts, validator)
        session.observe(Asked(tuple(goals.asked)))
        session.observe(Entered(Phase.PROOF))
        with ThreadPoolExecutor(3) as beside:
            try:
                beside.submit(_unrolled, session, refuter, asked)
                search = beside.submit(_refuted, session, refuter)
                compared = partial(_validated, session, comparing)
                validation = beside.submit(compared, understood) if understood else None
                proof = prover.prove() if prover else Proof([], refused)
                if goals.decided() or refuter.proof is not None:
                    refuter.stop.set()
                doubts.end(wanted=not refuter.stop.is_set())
                comparing.proved(doubts.found)
                _end(search, session, refuter)
                reason = _settled(proof, refuter, goals, prover)
                relied = _relied(session, understood, goals)
                proved = any(goals.is_proved(goal) for goal in goals.asked)
                validated = _of_defined(validation.result(), goals) if validation and proved else None
            finally:
                refuter.stop.set()
                comparing.end()
                doubts.begun.set()
        report = replace(_report(session, prover, goals, reason, validated), relied=relied)
        report = replace(report, answers=(*report.answers, *refuter.answers()))
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

    What ends a solver is the work that it has done, so that a busy machine finds the same factors; the deadline is for
    what still does not end, and whatever it ends says so.
    """
    deadline = deadline or Deadline(options.timeout)
    deadline.begin("shrinking")
    with opened(task, cbmc, options, deadline, observe) as session:
        prover = Prover(replace(session, work=SHRINK_WORK), program)
        _find_factors(prover)
        reason = Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for")
        return replace(_report(session, prover, Goals(), reason), goals=())


def _find_factors(prover: Prover) -> None:
    """Looks for the shrink factor of every loop; `factors` then has what came of it, for each of them."""
    from veriabs.strategies.shrinking import search as shrinking
    from veriabs.strategies.shrinking.untold import untold

    session = prover.session
    if shrinking.NAME in session.options.strategies:
        with closing(prover.knowledge):
            for model in each_model(prover.program):
                if session.left() <= 0 or session.stop.is_set():
                    break
                desk = Desk(prover, shrinking.NAME, model, session)
                converse(shrinking.discover(model, desk), session, lambda piece: None)
        over = session.over() if session.left() <= 0 else None
        prover.factors += list(untold(prover.program, prover.factors, over))


@contextmanager
def opened(
    task: Task, cbmc: Cbmc, options: Options, deadline: Deadline, observe: Observer = unobserved
) -> Iterator[Session]:
    """A session with solvers of its own; everything that was started in it has ended behind it."""
    lock = Lock()

    def tell(event: Event) -> None:
        with lock:
            observe(event)

    def working(purpose: str, phase: str, seconds: float, megabytes: float) -> None:
        tell(Working(purpose, phase, seconds, megabytes))

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
        session = Session(task, cbmc, driver, pool, options, deadline, observe=tell)
        try:
            yield session
        finally:
            session.stop.set()
            pool.shutdown(cancel_futures=True)


def _comparing(session: Session, doubts: CounterexampleHints, distant: Distant | None) -> Distant | Validator:
    """What compares for this session."""
    if distant is None:
        from veriabs.validation.validator import Validator

        how = (session.options.replay, session.left, session.options.keep, session.compared)
        return Validator(*how, proof=Signal(), fails=doubts.suspect)
    distant.check, distant.fails = session.compared, doubts.suspect
    return distant


def _validated(session: Session, validator: Distant | Validator, program: Program) -> Validation:
    """Of the program without its checks; a proof waits for it, so it has a processor until it waits for the proof."""
    with ExitStack() as seat:
        seat.enter_context(session.driver.processors.leave())
        validator.waits = seat.close
        return validator.validate(program)


def _of_defined(validation: Validation, goals: Goals) -> Validation:
    """What was seen of both programs, as far as it counts: behind a violated check a program may do anything."""
    ending = (goal for goal in goals.asked if goal.kind is not GoalKind.ASSERTION and goal.kind.ends_run)
    if not (validation.seen and any(not goals.is_proved(goal) for goal in ending)):
        return validation
    return Validation(Translation.NOT_COMPARED, "a check that is not proved may be violated, and then anything follows")


def _relied(session: Session, program: Program | None, goals: Goals) -> Where | None:
    """Where a signed overflow would undo a proof, if that was not shown to be impossible."""
    relying = any(answer.relies for answer in goals.answers())
    if program is None or not relying or session.left() <= _LEAST_SECONDS:
        return None
    seconds = min(session.left(), max(OVERFLOW_SECONDS, session.deadline.used()))
    goal = settle_overflows(replace(session, deadline=Deadline(seconds)), program, goals)
    return None if goal is None else goal.where


def _telling(session: Session) -> Callable[[GoalAnswer], None]:
    return lambda answer: session.observe(Judged(answer))


def _loaded(session: Session, text: str | None, goals: Goals) -> Instrumented:
    from veriabs.frontend.instrumented import load_instrumented  # most proofs end before there is a search

    subject = load_instrumented(session.task, text, session.left())
    if text is None:
        goals.expect(subject)
    count = len(subject.errors)
    asked = [goal for goal in goals.asked if goal.kind is not GoalKind.ASSERTION]
    known = frozenset() if session.task.assertions else frozenset(range(count))
    sites = (ErrorSite(count + n, goal.text, False, goal.where, "", goal.kind) for n, goal in enumerate(asked))
    return replace(subject, errors=(*subject.errors, *sites), known=known)


def _found(session: Session, goals: Goals, subject: Instrumented, found: Confirmed) -> bool:
    """Takes a counterexample; is one of another goal wanted? The other goals have a limited time from the first on."""
    goals.refute(found)
    if session.options.stop_on_fail or goals.decided():
        return False
    if len(goals.refuted) == 1:
        _limit_others(session, goals)
    return True


def _limit_others(session: Session, goals: Goals) -> None:
    """The goals that are open have so much time from now on, and less once there are fewer of them.

    Behind each that is decided they have as much as the first violation took.
    """
    first, told = session.deadline.used(), goals.tell
    least = CHECKED_SECONDS if goals.has_checks() else FURTHER_SECONDS

    def limit() -> None:
        further = max(least + EACH_SECONDS * len(goals.undecided()), first)
        cause = f"another goal fails, and this one is not decided in {further:.0f} s more"
        left = first + further - session.deadline.used()
        session.deadline.shorten(max(FURTHER_SECONDS, first, left), cause, "again once what fails is mended")

    def tell(answer: GoalAnswer) -> None:
        told(answer)
        limit()

    goals.tell = tell
    limit()


def _is_last(options: Options, goals: Goals) -> bool:
    """Does one more counterexample decide what is left, or what was asked for?"""
    return options.stop_on_fail or len(goals.open()) <= 1


def _unrolled(session: Session, refuter: Refuter, program: Program | None) -> None:
    """What the search would come to later, where the program is small."""
    unwind = unwinding(program) if program and STRATEGY in session.options.strategies else None
    if refuter.whole is None or unwind is None:
        return
    try:
        refuter.unwound = piece = unrolled(session, refuter.whole, unwind, refuter.stop)
    except Exception as error:  # nobody waits for it, and nothing else is lost by it
        failed(error)
        return
    if piece is not None and holds(piece) and refuter.proof is None:
        refuter.proof, refuter.spent[STRATEGY] = Won(STRATEGY, [piece]), piece.run.seconds
        session.stop.set()


def _refuted(session: Session, refuter: Refuter) -> None:
    refuter.run()
    if refuter.ended or refuter.proof is not None:
        session.stop.set()


def _end(search: Future[None], session: Session, refuter: Refuter) -> None:
    """Waits for the search; what it is at when the time is over ends then: else what was proved would come too late."""
    if not wait((search,), timeout=max(0.0, session.left() - _LATEST_SECONDS)).done:
        refuter.stop.set()
    search.result()


def _settled(proof: Proof, refuter: Refuter, goals: Goals, prover: Prover | None) -> Reason | None:
    """The reason of what is open, by what the search knows: that the whole program is small enough, or of a candidate
    that was none."""
    if refuter.unwound is not None and prover is not None:  # it may show some of the goals where others fail
        prover.take(refuter.unwound, goals, STRATEGY)
    if refuter.proof is not None and not refuter.session.task.checks:
        goals.settle(refuter.proof)
    in_time = proof.reason is None or proof.reason.kind is not ReasonKind.BUDGET
    doubt = refuter.reason
    if not (in_time and doubt and doubt.kind is ReasonKind.NOT_CONFIRMED and len(goals.open()) == 1):
        return proof.reason
    goals.left_open(goals.open()[0], doubt)
    return doubt


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
        relies=verdict is Verdict.TRUE and any(one.relies for one in answers),
        note=_not_compared(validation) if verdict is Verdict.TRUE else "",
        goals=answers,
        assumptions=prover.program.assumptions if prover else (),
    )


def _not_compared(validation: Validation | None) -> str:
    """What the user should know of a proof whose program was not run beside what the compiler made of it."""
    if validation is None or validation.translation is not Translation.NOT_COMPARED:
        return ""
    return f"what veriabs read was not compared with what the compiler reads: {validation.detail}"
