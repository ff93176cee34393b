"""Prove lemmas (docs/theory.md 6.2): the contents of the cells that a loop passes, after the loop.

A loop outside of the group is over-approximated: its writes are arbitrary. A lemma states a fact about the cells of
each iteration that holds after the loop. Its proof is a separate task, with the fact as the assertion of a property
loop, and uses the same strategy as the user's assertion. A proved lemma may be assumed at any iteration.
"""

from __future__ import annotations

from veriabs.core.components import component, no_list
from veriabs.core.ctree import conjunction, names, negate
from veriabs.core.expressions import Binary, Element, Expr, Unary
from veriabs.core.loop_model import Lemma, LoopFacts, LoopModel, Property, Quantifier
from veriabs.core.statements import Assert, Assign, Halt, If, Loop, Stmt
from veriabs.loops.accelerate import normalised
from veriabs.loops.facts import facts_of

MOST_FACTS = 6
"""The number of candidate facts about one loop."""


@component("shrinking_lemmas", no_list)
def candidates(model: LoopModel) -> list[Lemma]:
    """Candidate lemmas about the loops of a task."""
    found = []
    for facts in model.loops[:-1]:
        if facts.obstacle is None and facts.exact and facts.trips is not None:
            found += [Lemma(facts.number, fact) for fact in _facts(model, facts)]
    return found


def _facts(model: LoopModel, facts: LoopFacts) -> list[Expr]:
    """Facts over counters, arrays and unmodified variables, about written data."""
    body, update = normalised(facts)
    carried = facts.written - {a.variable.name for a in facts.accelerable} - model.program.arrays.keys()
    found = _body_facts((*body, *update), ())
    usable = [fact for fact in found if not names(fact) & carried and names(fact) & facts.written]
    return list(dict.fromkeys(usable))[:MOST_FACTS]


def _body_facts(body: tuple[Stmt, ...], path: tuple[Expr, ...]) -> list[Expr]:
    """Candidate facts of a body: a written cell has its assigned value; a condition that ends the run is false."""
    found: list[Expr] = []
    for stmt in body:
        match stmt:
            case Assign(target=Element() as cell, value=value):
                found.append(_implied(path, Binary("==", cell, value)))
            case If(test=test, then=then, orelse=orelse):
                if then and isinstance(then[-1], Halt):
                    found.append(_implied(path, negate(test)))
                found += _body_facts(then, (*path, test)) + _body_facts(orelse, (*path, negate(test)))
            case _:
                continue
    return found


def _implied(path: tuple[Expr, ...], fact: Expr) -> Expr:
    return fact if not path else Binary("||", Unary("!", conjunction(path)), fact)


def task_of(model: LoopModel, lemma: Lemma) -> LoopModel:
    """The task whose assertion is the lemma: the loops up to its own, and a property loop over the same iterations."""
    position = next(p for p, s in enumerate(model.segments) if isinstance(s, LoopFacts) and s.number == lemma.number)
    facts = model.segments[position]
    assert isinstance(facts, LoopFacts)
    where = facts.loop.where
    again = tuple(Assign(a.variable, a.start, where) for a in facts.accelerable)
    assertion = Assert(lemma.fact, -1, where)
    updates = tuple(update for a in facts.accelerable for update in a.updates)
    number = 1 + max(f.number for f in model.loops)
    loop = Loop(facts.loop.test, (assertion,), updates, where)
    goal = Property(Quantifier.FORALL, assertion, facts_of(number, loop))
    segments = (*model.segments[: position + 1], again)
    return LoopModel(model.program, assertion, segments, model.scalars, goal, model.guards)
