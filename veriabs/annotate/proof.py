"""What was proved of the loops as the certificate of a TRUE verdict (docs/proofs.md).

The checker believes none of it. What its first solver cannot show is left out before the certificate is written, as
long as the assertions do not rest on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from veriabs.annotate.find import find
from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, names, statements, writes
from veriabs.core.deadline import Deadline
from veriabs.core.errors import ToolError, UnsupportedError
from veriabs.core.expressions import Cast, Const, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Overflow
from veriabs.core.source import Task
from veriabs.core.statements import NO_LOOP, Loop, LoopId
from veriabs.core.types import LLONG, ULLONG
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.quantified.candidates import peeled
from veriabs.loops.affine import ITERATION as AFFINE_ITERATION
from veriabs.loops.affine import Affine
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import wanted
from veriabs.loops.fuse import counter_values
from veriabs.loops.trips import sentinel_cells
from veriabs.proofcheck import terms
from veriabs.proofcheck.certificate import Certificate, subject_of, write
from veriabs.proofcheck.check import ask, check, solver_commands
from veriabs.proofcheck.conditions import conditions
from veriabs.proofcheck.terms import Term, follows, number, show
from veriabs.proofcheck.words import Words
from veriabs.verify.api import installed
from veriabs.verify.engine import opened
from veriabs.verify.options import Options
from veriabs.verify.session import Session

MOST_ROUNDS = 6
"""How often what is not shown is left out."""

EACH_SECONDS = 2.0
"""Seconds that the solver may take for one condition here."""

_START = re.compile(r"start_[0-9]+_(\w+)")
_BOUND = {CELL.name: "k", OTHER.name: "m"}


def certified(task: Task, options: Options, deadline: Deadline, *, checks: bool) -> tuple[str | Reason, str]:
    """The text of the certificate that a task is TRUE, or why there is none; and what the checker says, if asked."""
    deadline.begin("writing the certificate")
    program = load_program(task, deadline)
    with opened(task, installed(), options, deadline) as session:
        made = certificate(session, program)
    if isinstance(made, Reason):
        return made, f"none, {made}"
    try:
        return write(made, program), str(check(made, program, options.overflow, deadline)) if checks else ""
    except ToolError as error:
        return write(made, program), f"not checked, {error}"


def certificate(session: Session, program: Program) -> Certificate | Reason:
    """The certificate that the program is TRUE, from inductive invariants; or why there is none.

    Where it can be, it is one that lets signed overflows wrap: that promises more.
    """
    found = find(session, wanted(program))
    if found.open:
        assertion, reason = found.open[0]
        return Reason(reason.kind, reason.text, assertion.where)
    failing = "time"
    for overflow in (Overflow.WRAP, Overflow.UNDEFINED)[: 1 if session.options.overflow is Overflow.WRAP else 2]:
        try:
            made = certificate_of(program, found.invariants, overflow)
            kept, failing = shown(program, made, session.left)
        except UnsupportedError as error:
            return Reason(ReasonKind.UNSUPPORTED, str(error))
        if not failing:
            return replace(made, invariants=kept)
    return Reason(ReasonKind.SIDE_CONDITION, f"the checker could not show {failing}")


def certificate_of(program: Program, invariants: Invariants, overflow: Overflow) -> Certificate:
    """The certificate with these invariants, and what they rest on: how counters step."""
    saying = _Saying(program)
    tested = {stmt.id: stmt for stmt in statements(peeled(program).body) if isinstance(stmt, Loop)}
    sentinels = sentinel_cells(program.body)
    said: dict[LoopId, tuple[str, ...]] = {}
    for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
        facts = facts_of(0, tested.get(loop.id, loop), sentinels)
        formulas = [*saying.counters(facts), *map(saying.formula, invariants.get(loop.id, ()))]
        if facts.loop.peeled:
            formulas = list(saying.behind_first(facts, formulas))
        said[loop.id] = tuple(dict.fromkeys(map(show, formulas)))
    return Certificate(subject_of(program, overflow), said, program.assumptions)


class _Saying(Struct, frozen=True):
    """Says things of a program in the language of certificates."""

    program: Program

    def formula(self, fact: Expr) -> Term:
        """An invariant; signed arithmetic in it is that of whole numbers, and a cell is any whole number."""
        term = self._words().truth(_signed(fact))
        bound = tuple((_BOUND[one.name], "Int") for one in (CELL, OTHER) if one.name in names(fact))
        return ("forall", bound, term) if bound else term

    def counters(self, facts: LoopFacts) -> Iterator[Term]:
        """Where counters are in each iteration, and how many iterations there are at most."""
        starts = {a.start.name: f"entry${a.variable.name}" for a in facts.accelerable}
        for name, form in counter_values(facts, {}).items():
            yield "=", f"${name}", _sum(form, starts)
        if facts.trips is not None:
            trips = self._words().value(_signed(facts.trips))
            yield "<=", terms.ITERATION, ("+", trips, "1")

    def behind_first(self, facts: LoopFacts, formulas: list[Term]) -> Iterator[Term]:
        """What holds at the head of a `do` loop of which this is known where its test is."""
        first: Term = ("=", terms.ITERATION, "1")
        for name in sorted(writes((*facts.loop.body, *facts.loop.update))):
            yield follows(first, ("=", f"${name}", f"entry${name}"))
        for one in (*formulas, self.formula(facts.loop.test)):
            yield follows(("<", "1", terms.ITERATION), one)

    def _words(self) -> Words:
        program = self.program
        values: dict[str, Term] = {name: f"${name}" for name in (*program.scalars, *program.arrays)}
        entries = {entry_of(Var(s.name, s.type)).name: f"entry${s.name}" for s in program.scalars.values()}
        sizes = {array.name: array.sizes for array in program.arrays.values()}
        known = {**entries, **values, **_BOUND, ITERATION.name: terms.ITERATION}
        return Words(known, sizes, program.task.data_model, wraps=False)


def _signed(expr: Expr) -> Expr:
    """Without the wrapping of the numbers of iterations, which are whole numbers here; starts are entries."""

    def change(part: Expr) -> Expr:
        match part:
            case Var(name=ITERATION.name):
                return Var(ITERATION.name, LLONG)
            case Var(name=name, type=ctype) if (start := _START.fullmatch(name)) is not None:
                return entry_of(Var(start.group(1), ctype))
            case Cast(type=ctype, operand=operand) if ctype == ULLONG:
                return Cast(LLONG, operand)
            case Const(value=value, type=ctype) if ctype == ULLONG:
                return Const(value, LLONG)
            case _:
                return part

    return map_parts(expr, change)


def _sum(form: Affine, starts: Mapping[str, Term]) -> Term:
    atoms = {AFFINE_ITERATION: terms.ITERATION, **starts}
    parts = [("*", number(factor), atoms.get(atom, f"${atom}")) for atom, factor in form.terms]
    return "+", *parts, number(form.constant), "0"


def shown(
    program: Program, made: Certificate, left: Callable[[], float], each: float = EACH_SECONDS
) -> tuple[Mapping[LoopId, tuple[str, ...]], str]:
    """The invariants without those that the first solver does not show, and what else it does not show then."""
    ((name, command),) = solver_commands(each, ("z3",)).items()
    found, failed = dict(made.invariants), ["more in time"]
    for _ in range(MOST_ROUNDS):
        script = conditions(program, found, wraps=made.subject.overflow is Overflow.WRAP)
        (answers,) = ask(script, {name: (*command, "all")}, left()).values()
        if len(answers) != len(script.about):
            break
        failing = [about for about, said in zip(script.about, answers, strict=True) if said != "unsat"]
        failed = [str(about) for about in failing]
        dropped = {(one.loop, one.number) for one in failing if one.loop != NO_LOOP}
        if not dropped:
            break
        found = {
            loop: tuple(one for n, one in enumerate(texts) if (loop, n) not in dropped) for loop, texts in found.items()
        }
    return found, failed[0] if failed else ""
