"""Decide which facts a notation can express at a loop: those whose variables have names in scope there.

Proofs that use other facts are valid, but the annotated text would show only a part of them, which proves nothing. So
minimisation of a proof drops such facts first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from veriabs.annotate.formulas import formula_maker
from veriabs.annotate.notations import AnnotationFormat
from veriabs.annotate.spelling import HiddenError, Speller
from veriabs.annotate.starts import entry_constants
from veriabs.core.ctree import statements
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.frontend.scopes import Scope, is_way_out, scopes_in
from veriabs.invariants.bounds import Invariants

Expressible = Callable[[LoopId, Expr], bool]
"""Can the fact be expressed at the loop?"""


def accept_all(loop: LoopId, fact: Expr) -> bool:
    """Accept every fact, where no text is written."""
    return True


def expressible_in(program: Program, notation: AnnotationFormat) -> Expressible:
    """A predicate for the facts that the notation can express at the loops of a program."""
    starts, scopes, formula_at = entry_constants(program), scopes_in(program), formula_maker(program)
    loops = {stmt.id: stmt for stmt in statements(program.body) if isinstance(stmt, Loop)}
    calls = Counter(loop.where for loop in loops.values())

    @cache
    def speller(loop: LoopId) -> Speller:
        where, start = loops[loop].where, starts.get(loop, {})
        return notation.speller(program, loops[loop], scopes.get(where, Scope({})), start, several=calls[where] > 1)

    def expressible(loop: LoopId, fact: Expr) -> bool:
        if _only_excludes_jumps(program, fact):
            return True
        formula = formula_at(loops[loop], fact) if loop in loops else None
        try:
            return formula is not None and bool(notation.spell(formula, speller(loop)))
        except HiddenError:
            return False

    return expressible


def _only_excludes_jumps(program: Program, fact: Expr) -> bool:
    """Does the fact only say that no jump has left the loop? Readers see that without an annotation."""
    match fact:
        case Binary(op="==", left=Cast(operand=Var(name)) | Var(name), right=Const(value=0)):
            return name in program.scalars and is_way_out(program.scalars[name])
        case _:
            return False


def only_expressible(facts: Invariants, expressible: Expressible) -> Invariants:
    """The facts that can be expressed."""
    return {loop: tuple(fact for fact in exprs if expressible(loop, fact)) for loop, exprs in facts.items()}
