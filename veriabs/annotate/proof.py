"""What was proved of the loops as the certificate of a TRUE verdict (docs/proofs.md).

The checker believes none of it. What its first solver cannot show is left out before the certificate is written, as
long as the assertions do not rest on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, islice, product

from msgspec import Struct

from veriabs.annotate.find import find
from veriabs.annotate.guessed import guessed
from veriabs.annotate.ready import Ready, ready
from veriabs.annotate.saying import Saying
from veriabs.annotate.solved import Found, solved_loops
from veriabs.annotate.speech import Speech
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
from veriabs.invariants.candidates import joined
from veriabs.invariants.quantified.candidates import peeled
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import wanted
from veriabs.loops.trips import sentinel_cells
from veriabs.proofcheck.certificate import Certificate, subject_of, write
from veriabs.proofcheck.check import check
from veriabs.proofcheck.conditions import POP, PUSH, Condition, Script, conditions
from veriabs.proofcheck.terms import Term, show
from veriabs.verify.api import installed
from veriabs.verify.engine import opened
from veriabs.verify.options import Options
from veriabs.verify.session import Session

MOST_ROUNDS = 30
"""How often what is not shown is left out."""

HASTY, QUICK, LONG = 100_000, 1_200_000, 8_000_000
"""What the solver may take for one condition here, at first and where that is too little, in its own count: no load of
the machine changes what it shows. An idle one is through with them in some 0.03, 0.3 and 2 seconds."""

_IN_A_SECOND = 400_000
"""What it is through with in a second at least; it is ended then."""

Load = Callable[[Task, Deadline], Program]

_SHARE = 0.5
"""Part of the time left that one question may take."""


def certified(report: Report, options: Options, deadline: Deadline, read: Load = load_program) -> Report:
    """The report of a TRUE with its certificate, or why there is none, and with what the checker says, if asked."""
    try:
        deadline.begin("writing the certificate")
        program = read(report.task, deadline)
        with opened(report.task, installed(), options, deadline) as session:
            made = certificate(session, program)
        if isinstance(made, Reason):
            return replace(report, certificate=made, checked=f"none, {made}")
        said = made.said if options.check_proof else ""
        return replace(report, certificate=write(made.certificate, program), checked=said)
    except (OutOfTimeError, ToolError, OSError) as error:
        return replace(report, checked=f"not checked, {error}")


class Made(Struct, frozen=True):
    """A certificate, and what the checker says of it: that it is accepted, or why it could not be asked."""

    certificate: Certificate
    said: str


def certificate(session: Session, program: Program) -> Made | Reason:
    """The certificate that the program is TRUE, from inductive invariants; or why there is none.

    Where it can be, it is one that lets signed overflows wrap: that promises more.
    """
    with ready() as solver:
        return _certificate(session, program, solver)


def _certificate(session: Session, program: Program, solver: Ready) -> Made | Reason:
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
        if isinstance(found, Made):
            return found
        why = why or Reason(ReasonKind.SIDE_CONDITION, f"the checker could not show {found}")
    return why or session.over()


def _proved(session: Session, program: Program, claim: Certificate, each: int, solver: Ready) -> Made | str:
    """What is shown of a claim, or what is not shown."""
    kept, missing = shown(program, claim, solver, lambda: session.left() * _SHARE, each)
    if missing:
        return missing
    try:
        found = check(kept, program, session.options.overflow, Deadline(session.left()))
    except ToolError as error:
        return Made(kept, f"not checked, {error}")
    # The other solver may not see what one sees.
    return Made(kept, str(found)) if found.is_accepted else found.why


def attempts(session: Session, program: Program) -> Iterator[tuple[Certificate | Reason, int]]:
    """What may be claimed, the cheapest first, with what a condition may take; or why a proof of a kind fails."""
    readings = (Overflow.WRAP, Overflow.UNDEFINED)[: 1 if session.options.overflow is Overflow.WRAP else 2]
    closed, tried = cache(partial(solved_loops, peeled(program))), cache(partial(guessed, session, program))

    first = certificate_of(program, {}, readings[0], closed(readings[0]))
    # Functions and lemmas take the solver longer than what does without them.
    plain = readings if first.theory.functions else ()

    def claims(invariants: Callable[[], Invariants]) -> Iterator[Certificate]:
        for reading in plain:
            yield certificate_of(program, invariants(), reading, {})
        for exact, reading in product((True, False), readings):
            yield certificate_of(program, invariants(), reading, closed(reading), exact=exact)

    others = claims(tried)
    yield first, HASTY
    yield from _paced(chain(islice(others, len(plain)), (first,), others))
    found = find(session, wanted(program))
    if found.open:
        assertion, reason = found.open[0]
        yield Reason(reason.kind, reason.text, assertion.where), 0
    yield from _paced(claims(lambda: joined(found.invariants, tried())))


def _paced(claims: Iterable[Certificate]) -> Iterator[tuple[Certificate, int]]:
    """All with little time for a condition, then all with more."""
    made = list[Certificate]()
    for one in claims:
        made.append(one)
        yield one, QUICK
    yield from ((one, LONG) for one in made)


def certificate_of(
    program: Program,
    invariants: Invariants,
    overflow: Overflow,
    closed: Found,
    *,
    exact: bool = True,
) -> Certificate:
    """The certificate with these invariants and closed forms, and what they rest on: how counters step."""
    saying, speech = Saying.of(program, overflow), Speech()
    tested = {stmt.id: stmt for stmt in statements(peeled(program).body) if isinstance(stmt, Loop)}
    sentinels = sentinel_cells(program)
    said: dict[LoopId, tuple[str, ...]] = {}
    for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
        facts = facts_of(0, tested.get(loop.id, loop), sentinels)
        formulas = [*saying.counters(facts), *map(saying.formula, invariants.get(loop.id, ()))]
        for solved in closed.get(loop.id, ()):
            formulas += saying.closed(solved, speech, exact=exact)
        if facts.loop.peeled:
            formulas = list(saying.behind_first(facts, formulas))
        said[loop.id] = tuple(dict.fromkeys(map(show, formulas)))
    return Certificate(subject_of(program, overflow), said, program.assumptions, speech.aggregates.theory)


def shown(
    program: Program, made: Certificate, solver: Ready, left: Callable[[], float], each: int = LONG
) -> tuple[Certificate, str]:
    """The certificate without what the first solver does not show, and what else it does not show then."""
    wraps, failed = made.subject.overflow is Overflow.WRAP, ["more in time"]
    for number in range(MOST_ROUNDS + 1):
        script = conditions(program, made.invariants, made.theory, wraps=wraps)
        if not number:  # where all candidates do not show the goals, none of these is looked at
            script = _only_goals(script)
            if not script.about:
                continue
        script = replace(script, commands=(*_options(each), *script.commands))
        answers = solver.answers(script, _milliseconds(each), "all", left())
        if len(answers) != len(script.about):
            break
        failing = [about for about, said in zip(script.about, answers, strict=True) if said != "unsat"]
        failed = [str(about) for about in failing] if number else failed
        goals = list(filter(_is_goal, failing))
        fewer = _without(made, {(one.loop, one.lemma, one.number) for one in failing})
        if goals or (number and fewer == made):
            # What does not follow from more does not follow from less.
            return made, str(goals[0]) if goals else failed[0] if failed else ""
        made = fewer
    return made, failed[0] if failed else ""


def _only_goals(script: Script) -> Script:
    """The script without conditions of what is only assumed then: what no candidate shows need not be asked of each."""
    commands, about, begins = list[Term](), iter(script.about), 0
    for command in script.commands:
        commands.append(command)
        if command == PUSH:
            begins = len(commands) - 1
        elif command == POP and not _is_goal(next(about)):
            del commands[begins:]
    return Script(tuple(commands), tuple(filter(_is_goal, script.about)))


def _milliseconds(each: int) -> int:
    return int(1000 * max(1.0, each / _IN_A_SECOND))


def _options(each: int) -> list[Term]:
    """Those of the first solver: no models are looked for."""
    return [("set-option", ":rlimit", str(each)), ("set-option", ":smt.mbqi", "false")]


def rests_on(
    program: Program, made: Certificate, solver: Ready, seconds: float, each: int = LONG
) -> Certificate | None:
    """The certificate with those invariants only that its assertions rest on, as the first solver shows them.

    None if it does not show these in time, or one of those, once it has to say what it takes.
    """
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
        told = [said for one, said in zip(script.about, answers, strict=True) if _is_goal(one) or _place(one) in needed]
        more = {script.assumed[int(place)] for said in told for place in re.findall(r"\bfact(\d+)", said)}
        if not all(said.startswith("unsat") for said in told):
            return None
        if needed >= more:
            break
        needed |= more
    every = {(loop, n) for loop, texts in made.invariants.items() for n in range(len(texts))}
    return _without(made, {(loop, False, number) for loop, number in every - needed})


def _is_goal(condition: Condition) -> bool:
    return condition.loop == NO_LOOP and not condition.lemma


def _place(condition: Condition) -> tuple[LoopId, int]:
    return condition.loop, condition.number


def _without(made: Certificate, dropped: set[tuple[LoopId, bool, int]]) -> Certificate:
    """The certificate without the invariants and lemmas that are named."""
    invariants = {
        loop: tuple(one for n, one in enumerate(texts) if (loop, False, n) not in dropped)
        for loop, texts in made.invariants.items()
    }
    lemmas = tuple(one for n, one in enumerate(made.theory.lemmas) if (NO_LOOP, True, n) not in dropped)
    return replace(made, invariants=invariants, theory=replace(made.theory, lemmas=lemmas))
