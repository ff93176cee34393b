"""Make the certificate of a TRUE verdict from proved loop facts (docs/proofs.md).

The checker trusts none of it. Facts that its first solver cannot prove are removed before the certificate is written,
unless the assertions depend on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, islice

from msgspec import Struct

from veriabs.annotate.aggregates import Aggregates
from veriabs.annotate.closed_form_candidates import certificate_candidates
from veriabs.annotate.expr_to_smt import ExprToSmt
from veriabs.annotate.find import HALF, find
from veriabs.annotate.loop_solutions import Found, solved_loops
from veriabs.annotate.proposals import sampled
from veriabs.annotate.warm_solver import WarmSolver, ready
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.deadline import Deadline
from veriabs.core.errors import OutOfTimeError, ToolError, UnsupportedError
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report
from veriabs.core.runs import Overflow
from veriabs.core.source import Task
from veriabs.core.statements import NO_LOOP, Loop, LoopId
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import merge
from veriabs.invariants.quantified.candidates import peeled
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import without_other_goals
from veriabs.loops.trips import sentinel_cells
from veriabs.proofcheck.certificate import Certificate, subject_of, write
from veriabs.proofcheck.check import check
from veriabs.proofcheck.conditions import POP, PUSH, CheckSubject, Script, conditions
from veriabs.proofcheck.terms import SmtTerm, show
from veriabs.verify.api import installed
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options
from veriabs.verify.session import Session

MOST_ROUNDS = 30
"""The number of rounds in which unproved facts are removed."""

HASTY, QUICK, LONG = 100_000, 1_200_000, 8_000_000
"""Limits for one condition, in the solver's own units, so that the machine's load changes no result."""

_IN_A_SECOND = 400_000
"""The number of units that a solver handles at least in a second; it is stopped after that time."""

Load = Callable[[Task, Deadline], Program]


def add_certificate(report: Report, options: Options, deadline: Deadline, read: Load = load_program) -> Report:
    """Add the certificate to the report of a TRUE verdict, or the reason for having none; check it if the options ask
    for it."""
    try:
        deadline.begin("writing the certificate")
        program = read(report.task, deadline)
        with open_session(report.task, installed(), options, deadline) as session:
            made = certificate(session, program)
        if isinstance(made, Reason):
            return replace(report, certificate=made, checked=f"none, {made}")
        outcome = made.outcome if options.check_proof else ""
        return replace(report, certificate=write(made.certificate, program), checked=outcome)
    except (OutOfTimeError, ToolError, OSError) as error:
        return replace(report, checked=f"not checked, {error}")


class CheckedCertificate(Struct, frozen=True):
    """A certificate, and the checker's result or the reason why the check could not run."""

    certificate: Certificate
    outcome: str


def certificate(session: Session, program: Program) -> CheckedCertificate | Reason:
    """The certificate that the program is TRUE, from inductive invariants; or the reason for having none.

    Prefers a certificate for wrapping signed arithmetic, which is the stronger claim.
    """
    with ready() as solver:
        return _certificate(session, program, solver)


def _certificate(session: Session, program: Program, solver: WarmSolver) -> CheckedCertificate | Reason:
    why: Reason | None = None
    seen: list[tuple[Certificate, int]] = []
    for claim, each in attempts(session, program):
        if isinstance(claim, Reason) and (why is None or claim.kind is not ReasonKind.BUDGET):
            why = claim
        if isinstance(claim, Reason) or (claim, each) in seen:
            continue
        seen.append((claim, each))
        try:
            found = _proved(session, program, claim, each, solver)
        except UnsupportedError as error:
            return Reason(ReasonKind.UNSUPPORTED, str(error))
        if isinstance(found, CheckedCertificate):
            return found
        why = why or Reason(ReasonKind.SIDE_CONDITION, f"the checker could not prove {found}")
    return why or session.over()


def _proved(
    session: Session, program: Program, claim: Certificate, each: int, solver: WarmSolver
) -> CheckedCertificate | str:
    """The checked certificate of a claim, or the condition that was not proved."""
    kept, missing = without_unproved(program, claim, solver, lambda: session.left() * HALF, each)
    if missing:
        return missing
    try:
        found = check(kept, program, session.options.overflow, Deadline(session.left()))
    except ToolError as error:
        return CheckedCertificate(kept, f"not checked, {error}")
    # the second solver may fail where the first succeeds
    return CheckedCertificate(kept, str(found)) if found.is_accepted else found.why


def attempts(session: Session, program: Program) -> Iterator[tuple[Certificate | Reason, int]]:
    """The claims to try, cheapest first, with the limit for a condition; a Reason tells why a kind of proof fails."""
    readings = (Overflow.WRAP, Overflow.UNDEFINED)[: 1 if session.options.overflow is Overflow.WRAP else 2]
    closed, tried = cache(partial(solved_loops, peeled(program))), cache(partial(sampled, session, program))

    first = certificate_of(program, {}, readings[0], closed(readings[0]))
    # functions and lemmas cost the solver more than plain invariants
    plain = readings if first.theory.functions else ()

    def claims(invariants: Callable[[], Invariants]) -> Iterator[Certificate]:
        for reading in plain:
            yield certificate_of(program, invariants(), reading, {})
        for reading in readings:
            yield certificate_of(program, invariants(), reading, closed(reading))

    others = claims(tried)
    yield first, HASTY
    yield from _with_time_limits(chain(islice(others, len(plain)), (first,), others))
    found = find(session, without_other_goals(program))
    if found.open:
        assertion, reason = found.open[0]
        yield Reason(reason.kind, reason.text, assertion.where), 0
    yield from _with_time_limits(claims(lambda: merge(found.invariants, tried())))


def _with_time_limits(claims: Iterable[Certificate]) -> Iterator[tuple[Certificate, int]]:
    """All claims with a small limit for a condition, then all with a larger one."""
    made = list[Certificate]()
    for one in claims:
        made.append(one)
        yield one, QUICK
    yield from ((one, LONG) for one in made)


def certificate_of(program: Program, invariants: Invariants, overflow: Overflow, closed: Found) -> Certificate:
    """The certificate with these invariants and closed forms, and with the counter steps that they depend on."""
    to_smt, functions, peeled_program = ExprToSmt.of(program), Aggregates(), peeled(program)
    facts_at = merge(invariants, certificate_candidates(peeled_program, closed, functions))
    tested = {stmt.id: stmt for stmt in statements(peeled_program.body) if isinstance(stmt, Loop)}
    sentinels = sentinel_cells(program)
    formulas_at: dict[LoopId, tuple[str, ...]] = {}
    for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
        facts = facts_of(0, tested.get(loop.id, loop), sentinels)
        formulas = [*to_smt.counters(facts), *map(to_smt.formula, facts_at.get(loop.id, ()))]
        if facts.loop.peeled:
            formulas = list(to_smt.behind_first(facts, formulas))
        formulas_at[loop.id] = tuple(dict.fromkeys(map(show, formulas)))
    subject = subject_of(program, overflow)
    return Certificate(subject, formulas_at, program.assumptions, functions.theory, tuple(map(str, program.contract)))


def without_unproved(
    program: Program, made: Certificate, solver: WarmSolver, left: Callable[[], float], each: int = LONG
) -> tuple[Certificate, str]:
    """The certificate without the facts that the first solver does not prove, and the first condition that then fails.

    The text is empty if every condition is proved.
    """
    wraps, failed = made.subject.overflow is Overflow.WRAP, ["more in time"]
    for number in range(MOST_ROUNDS + 1):
        script = conditions(program, made.invariants, made.theory, wraps=wraps)
        if not number:  # if all candidates together do not prove the goals, none is checked
            script = _drop_candidates(script)
            if not script.about:
                continue
        script = replace(script, commands=(*_options(each), *script.commands))
        answers = solver.answers(script, _milliseconds(each), "all", left())
        if len(answers) != len(script.about):
            break
        failing = [about for about, answer in zip(script.about, answers, strict=True) if answer != "unsat"]
        failed = [str(about) for about in failing] if number else failed
        goals = list(filter(_is_goal, failing))
        fewer = _drop_invariants(made, {(one.loop, one.lemma, one.number) for one in failing})
        if goals or (number and fewer == made):
            # a goal that fails with more facts fails with fewer
            return made, str(goals[0]) if goals else failed[0] if failed else ""
        made = fewer
    return made, failed[0] if failed else ""


def _drop_candidates(script: Script) -> Script:
    """The script with the goals only, since candidates need no check if they do not suffice."""
    commands, about, begins = list[SmtTerm](), iter(script.about), 0
    for command in script.commands:
        commands.append(command)
        if command == PUSH:
            begins = len(commands) - 1
        elif command == POP and not _is_goal(next(about)):
            del commands[begins:]
    return Script(tuple(commands), tuple(filter(_is_goal, script.about)))


def _milliseconds(each: int) -> int:
    return int(1000 * max(1.0, each / _IN_A_SECOND))


def _options(each: int) -> list[SmtTerm]:
    """The options of the first solver: no search for models."""
    return [("set-option", ":rlimit", str(each)), ("set-option", ":smt.mbqi", "false")]


def reduce_to_core(
    program: Program, made: Certificate, solver: WarmSolver, seconds: float, each: int = LONG
) -> Certificate | None:
    """The certificate reduced to the invariants in the unsat cores of its assertions; None if the solver fails."""
    options = (*_options(each), ("set-option", ":produce-unsat-cores", "true"))
    script = conditions(program, made.invariants, made.theory, wraps=made.subject.overflow is Overflow.WRAP)
    named = {place: ("assert", ("!", script.commands[place][1], ":named", f"fact{place}")) for place in script.assumed}
    commands = [named.get(place, command) for place, command in enumerate(script.commands)]
    script = replace(script, commands=(*options, *commands))
    answers = solver.answers(script, _milliseconds(each), "cores", seconds)
    if len(answers) != len(script.about):
        return None
    needed = set[tuple[LoopId, int]]()
    for _ in script.about:
        relevant = [
            answer for one, answer in zip(script.about, answers, strict=True) if _is_goal(one) or _place(one) in needed
        ]
        more = {script.assumed[int(place)] for answer in relevant for place in re.findall(r"\bfact(\d+)", answer)}
        if not all(answer.startswith("unsat") for answer in relevant):
            return None
        if needed >= more:
            break
        needed |= more
    every = {(loop, n) for loop, texts in made.invariants.items() for n in range(len(texts))}
    return _drop_invariants(made, {(loop, False, number) for loop, number in every - needed})


def _is_goal(condition: CheckSubject) -> bool:
    return condition.loop == NO_LOOP and not condition.lemma


def _place(condition: CheckSubject) -> tuple[LoopId, int]:
    return condition.loop, condition.number


def _drop_invariants(made: Certificate, dropped: set[tuple[LoopId, bool, int]]) -> Certificate:
    """The certificate without the named invariants and lemmas."""
    invariants = {
        loop: tuple(one for n, one in enumerate(texts) if (loop, False, n) not in dropped)
        for loop, texts in made.invariants.items()
    }
    lemmas = tuple(one for n, one in enumerate(made.theory.lemmas) if (NO_LOOP, True, n) not in dropped)
    return replace(made, invariants=invariants, theory=replace(made.theory, lemmas=lemmas))
