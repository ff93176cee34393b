"""Find few facts that prove all assertions at once, with the solvers of certificates.

In: candidates from `proposals`. Out: `Found`. These solvers (z3 and cvc5 on SMT-LIB scripts) know integers and arrays,
CBMC knows bits; they answer in seconds where cut programs take minutes. A result counts only when both solvers prove
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from types import MappingProxyType

from msgspec import Struct, field

from veriabs.annotate.aggregates import is_of_same_cells
from veriabs.annotate.expr_to_smt import ExprToSmt, later
from veriabs.annotate.expressible import Expressible, accept_all, only_expressible
from veriabs.annotate.find import (
    HALF,
    MOST,
    PART,
    Found,
    SearchSolvers,
    fact_subsets,
    run_steps,
    with_arbitrary_initial_values,
)
from veriabs.annotate.proof import HASTY, LONG, QUICK, certificate_of, reduce_to_core, without_unproved
from veriabs.annotate.proposals import CandidateKinds, Proposals
from veriabs.annotate.warm_solver import WarmSolver
from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements, walk
from veriabs.core.deadline import Deadline
from veriabs.core.errors import OutOfTimeError, ToolError, UnsupportedError
from veriabs.core.expressions import Apply, Binary, Expr
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import FactAtLoop, group_by_loop, merge
from veriabs.invariants.implied_facts import without_implied
from veriabs.invariants.minimisation import minimise
from veriabs.invariants.quantified import peeled
from veriabs.loops.flatten import keep_only
from veriabs.proofcheck.certificate import Certificate
from veriabs.proofcheck.check import check
from veriabs.proofcheck.definitions import NO_THEORY, Theory
from veriabs.proofcheck.terms import SmtTerm, show
from veriabs.verify.session import Session

_NOTHING: Invariants = MappingProxyType({})


Attempts = Sequence[tuple[int, CandidateKinds]]

FIRST: Attempts = tuple((HASTY, tried) for tried in CandidateKinds)
PATIENT: Attempts = (
    *((QUICK, tried) for tried in (CandidateKinds.SAMPLED, CandidateKinds.CLOSED)),
    *((LONG, tried) for tried in (CandidateKinds.CLOSED, CandidateKinds.SAMPLED)),
)
"""The candidates and the limit for one condition, in order; conditions that are hard stay hard with a little more
time."""


class Solvers(SearchSolvers, frozen=True):
    """Asks the solvers of certificates, which answer in seconds where cut programs take minutes.

    With `defines`, facts may use functions defined for them, and cells from before the loop; these are tried last.
    Minimising and checking a proof may use part of the `whole` time.
    """

    solver: WarmSolver = field(default_factory=lambda: WarmSolver("z3"))
    proposals: Proposals | None = None
    defines: bool = False
    whole: Deadline | None = None

    def prove_together(
        self, session: Session, program: Program, known: Invariants, *, patiently: bool = False
    ) -> Found | None:
        """The few facts that, with `known`, prove every assertion; facts that can be written are tried first."""
        first = (
            FIRST if self.numbers else [one for one in FIRST if one[1] is not CandidateKinds.ASSERTED]
        )  # CBMC has tried this
        return self.joint_proof(session, program, known, PATIENT if patiently else first)

    def joint_proof(
        self, session: Session, program: Program, known: Invariants, attempts: Attempts = (*FIRST, *PATIENT)
    ) -> Found | None:
        """As `prove_together`, with the attempts in this order."""
        asked, whole = self._query(session, program, MOST, known), self.whole or session.deadline
        readings = (Overflow.WRAP, Overflow.UNDEFINED)[: 1 if session.options.overflow is Overflow.WRAP else 2]
        proposals = self.proposals or Proposals.of(program, before=self.defines)
        try:
            for plain, defined, (each, which) in product((True, False), (False, True)[: 1 + self.defines], attempts):
                for overflow in readings[: 1 if which is CandidateKinds.ASSERTED else 2]:
                    if which is CandidateKinds.ASSERTED and defined:
                        continue
                    theory = proposals.theory(asked.session, overflow) if defined else NO_THEORY
                    if defined and not theory.functions:
                        continue
                    tried = proposals.tried(asked.session, program, which, overflow, defined=defined)
                    writable = only_expressible(tried, self.expressible)
                    query = replace(asked, overflow=overflow, each=each, theory=theory, whole=whole, certificates=[])
                    if plain or writable != tried:
                        found = _minimal_subset(query, writable if plain else _drop_undefinable(tried, writable))
                        if found is not None:
                            return found
        except (UnsupportedError, ToolError, OutOfTimeError):
            pass
        return None

    def fewest(self, session: Session, program: Program, facts: Invariants) -> Invariants | None:
        """A small subset of the facts that proves every assertion; None if the solvers fail even with all facts.

        The solvers answer several such queries in the time that CBMC takes for one.
        """
        try:
            found = _minimal_subset(self._query(session, program, MOST), without_implied(facts))
        except (UnsupportedError, ToolError, OutOfTimeError):
            return None
        return None if found is None else found.invariants

    def counters(self, session: Session, program: Program, tried: Invariants) -> Invariants | None:
        """The mutually inductive candidates, with all accesses, as both solvers prove them; None if they cannot.

        For many loops with symbolic bounds this is much faster than bit-precise queries.
        """
        counting = self._query(session, keep_only(program, lambda asserted: False), PART)
        try:
            kept = counting.inductive_part(counting.program, tried)
            return kept if kept is not None and counting.accepted(kept) is not None else None
        except (UnsupportedError, ToolError, OutOfTimeError):
            return None

    def proposed(self, session: Session) -> Invariants:
        """Closed forms of scalars, and writes of earlier iterations, which suit bit-vector solvers."""
        return {} if self.proposals is None else self.proposals.of_scalars_and_writes(session)

    def _query(self, session: Session, program: Program, share: float, known: Invariants = _NOTHING) -> _SolverQuery:
        session = replace(session, deadline=session.deadline.part(session.left() * share))
        return _SolverQuery(session, program, Overflow.WRAP, HASTY, known, self.solver, self.expressible)


def _drop_undefinable(tried: Invariants, writable: Invariants) -> Invariants:
    """The facts without those whose functions cannot be defined in the text."""
    return {
        loop: tuple(one for one in exprs if one in writable[loop] or not any(isinstance(p, Apply) for p in walk(one)))
        for loop, exprs in tried.items()
    }


def _minimal_subset(asked: _SolverQuery, tried: Invariants) -> Found | None:
    """The subset of the candidates that the solvers need, and whether they need static objects to start as 0."""
    shown_first = asked.inductive_part(asked.program, tried)
    if shown_first is None:
        return None
    asked = asked.with_more_time()
    simple = asked.use_if_proved(_drop_bounds_of_sums(shown_first), shown_first)
    program, facts = _most_general(
        asked, asked.reduce_to_cores(asked.program, asked.use_if_proved(without_implied(simple), simple))
    )
    over = Deadline(asked.session.left() * HALF)

    def without(rest: list[FactAtLoop]) -> Steps[list[FactAtLoop] | None]:
        yield from ()  # the solvers are called directly, so no request is yielded
        left = asked.inductive_part(program, group_by_loop(rest)) if over.left() > 0 else None
        return None if left is None else [(loop, fact) for loop, fact in rest if fact in left.get(loop, ())]

    longest = sorted(_facts_at_loops(facts), key=lambda one: len(repr(one[1])), reverse=True)
    fewer = group_by_loop(run_steps(asked.session, minimise(longest, without), asked.session.left()) or longest)
    for some in (fewer, facts) if len(longest) > len(_facts_at_loops(fewer)) else (facts,):
        if (theory := asked.accepted(some)) is not None:  # the second solver may need more facts than the first
            return Found(some, theory=_needed_theory(replace(asked, theory=theory), some))
    return None


def _drop_bounds_of_sums(facts: Invariants) -> Invariants:
    """Drop bounds of sums of several variables: bounds of single variables are easier to prove, and often enough."""
    return {loop: tuple(fact for fact in exprs if not _bounds_a_sum(fact)) for loop, exprs in facts.items()}


def _bounds_a_sum(fact: Expr) -> bool:
    return isinstance(fact, Binary) and fact.op in ("<", "<=", ">", ">=") and len(names(fact)) > _COMPARED


_COMPARED = 2
"""A comparison of more variables than this bounds a sum."""


def _needed_theory(asked: _SolverQuery, facts: Invariants) -> Theory:
    """The functions that the facts use, with the lemmas that a reader needs who assumes that signed sums do not
    overflow."""
    theory, asked = _theory_of_facts(asked.theory, facts), replace(asked, overflow=Overflow.UNDEFINED)
    for lemma in theory.lemmas:
        fewer = replace(theory, lemmas=tuple(one for one in theory.lemmas if one != lemma))
        if not is_of_same_cells(lemma) and replace(asked, theory=fewer).inductive_part(asked.program, facts) == facts:
            theory = fewer
    return theory


def _theory_of_facts(theory: Theory, facts: Invariants) -> Theory:
    """The part of a theory that defines the functions in the facts."""
    wanted = {part.function for _, fact in _facts_at_loops(facts) for part in walk(fact) if isinstance(part, Apply)}
    for one in reversed(theory.functions):
        if one.name in wanted:
            wanted |= {other.name for other in theory.functions if other.name in f"{one.first} {one.next}"}
    functions = tuple(one for one in theory.functions if one.name in wanted)
    others = {one.name for one in theory.functions} - wanted
    lemmas = tuple(one for one in theory.lemmas if not any(f"({name} " in one.holds for name in others))
    return Theory(functions, lemmas)


def _most_general(asked: _SolverQuery, facts: Invariants) -> tuple[Program, Invariants]:
    """The most general program and the fewest facts that still prove the assertions.

    Preferred: static objects that start with any value, no facts about cells, no facts about unmodified cells.
    """
    some = fact_subsets(asked.program, without_implied(facts))
    several = [*((with_arbitrary_initial_values(asked.program), fewer) for fewer in some), (asked.program, some[-1])]
    expressible = [(program, only_expressible(fewer, asked.expressible)) for program, fewer in several]
    for program, fewer in (*expressible, *several) if expressible != several else several:
        if (left := asked.within(PART).inductive_part(program, fewer)) is not None:
            return program, left
    return asked.program, facts


class _SolverQuery(Struct, frozen=True):
    """The query to the solvers.

    - `program`, `known`: the program and its known facts. `overflow`: the meaning of signed overflow.
    - `each`: the limit of work for one condition. `whole`: the time limit of everything.
    - `expressible`: tells which facts can be written. `theory`: functions that the facts may use.
    - `certificates`: those made so far, by their facts.
    """

    session: Session
    program: Program
    overflow: Overflow
    each: int
    known: Invariants
    solver: WarmSolver
    expressible: Expressible = accept_all
    theory: Theory = NO_THEORY
    whole: Deadline | None = None
    certificates: list[tuple[Invariants, Certificate]] = field(default_factory=list)

    def with_more_time(self) -> _SolverQuery:
        """The same query with its share of the whole time, if that is more."""
        left = 0.0 if self.whole is None else self.whole.left() * HALF
        more = Deadline(max(left, self.session.left()))
        return replace(self, session=replace(self.session, deadline=more))

    def within(self, share: float) -> _SolverQuery:
        """The same query with a share of the remaining time."""
        part = self.session.deadline.part(self.session.left() * share)
        return replace(self, session=replace(self.session, deadline=part))

    def claim(self, program: Program, facts: Invariants) -> Certificate:
        return replace(certificate_of(program, merge(self.known, facts), self.overflow, {}), theory=self.theory)

    def inductive_part(self, program: Program, tried: Invariants) -> Invariants | None:
        """The mutually inductive candidates, if they prove every assertion; else None."""
        if self.session.left() <= 0:
            return None
        kept, missing = without_unproved(program, self.claim(program, tried), self.solver, self.session.left, self.each)
        if missing:
            return None
        facts = self._certified(program, tried, kept)
        self.certificates.append((facts, kept))
        return facts

    def use_if_proved(self, fewer: Invariants, facts: Invariants) -> Invariants:
        """Use the inductive part of `fewer` if it proves the assertions; otherwise keep `facts`."""
        return facts if fewer == facts else self.inductive_part(self.program, fewer) or facts

    def reduce_to_cores(self, program: Program, facts: Invariants) -> Invariants:
        """The facts in the solver's unsat cores, if they still prove every assertion; otherwise all facts."""
        claim, left = self.claim(program, facts), self.session.left() * PART
        rest = reduce_to_core(program, claim, self.solver, left, max(self.each, QUICK)) if left > 0 else None
        fewer = None if rest is None else self.inductive_part(program, self._certified(program, facts, rest))
        return facts if fewer is None else fewer

    def _certified(self, program: Program, tried: Invariants, kept: Certificate) -> Invariants:
        """The candidates that the certificate contains."""
        tested = statements(peeled(program).body)
        behind = {stmt.id for stmt in tested if isinstance(stmt, Loop) and stmt.peeled}
        to_smt = ExprToSmt.of(program)

        def text(placed: FactAtLoop) -> str:
            formula: SmtTerm = to_smt.formula(placed[1])
            return show(later(formula) if placed[0] in behind else formula)

        return group_by_loop([one for one in _facts_at_loops(tried) if text(one) in kept.invariants[one[0]]])

    def accepted(self, facts: Invariants) -> Theory | None:
        """The theory with which both solvers prove all assertions of the original program; None if they do not."""
        kept = self._certificate(facts)
        if kept is None:
            return None
        subject = self.claim(self.program, {}).subject
        deadline = self.with_more_time().session.deadline
        fine = check(replace(kept, subject=subject), self.program, self.session.options.overflow, deadline).is_accepted
        return kept.theory if fine else None

    def _certificate(self, facts: Invariants) -> Certificate | None:
        """The certificate that the first solver proved with these facts, with a larger limit if the small one fails."""
        for known, kept in reversed(self.certificates):
            if known == facts:
                return kept
        for each in dict.fromkeys((self.each, LONG)):
            if replace(self, each=each).inductive_part(self.program, facts) == facts:
                return self.certificates[-1][1]
        return None


def _facts_at_loops(facts: Invariants) -> list[FactAtLoop]:
    return [(loop, fact) for loop, exprs in facts.items() for fact in exprs]
