"""The commands that print: facts about loops, generated programs, and slices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import Task

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.core.strategy import Strategy

NOTHING = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk")


def loops(program: Program, *, has_goals: bool = True) -> Iterator[str]:
    """The facts about every loop and its closed forms, and about every assertion if the program `has_goals`."""
    from veriabs.report.console import counted
    from veriabs.report.loops import listing
    from veriabs.strategies.closed_forms.listing import closed_forms_of

    yield from listing(program, has_goals=has_goals)
    yield from counted(f"  {forms}" for forms in closed_forms_of(program))


def loops_as_data(program: Program) -> list[dict[str, object]]:
    """The function that was the entry, the place of every loop, and texts by topic."""
    from veriabs.report.loops import described as of

    entry = program.task.entry.function
    return [{"function": entry, "file": where.file, "line": where.line, **texts} for where, texts in of(program)]


def generated(chosen: Namespace, task: Task, program: Program) -> str | Reason:
    """`harness` and `residual`: the program of the first attempt, or the first query of another strategy."""
    from veriabs import strategies
    from veriabs.core.templates import render_c
    from veriabs.strategies.shrinking import search
    from veriabs.verify.options import Options

    model = _model(program, chosen.assertion, task)
    reason = NOTHING
    # the commands are named after the programs of shrinking
    every = sorted(Options().strategies, key=lambda name: name != search.NAME)
    for name, strategy in strategies.provers(chosen.strategies or every):
        made = _first(name, strategy, model, chosen)
        if isinstance(made, Query):
            return render_c(made.template, made.context).rstrip("\n")
        reason = made if reason is NOTHING else reason
    return reason


def _model(program: Program, number: int, task: Task) -> LoopModel:
    from veriabs.loops.build import each_model
    from veriabs.report.console import plural

    count = 0
    for count, model in enumerate(each_model(program), 1):
        if count == number:
            return model
    raise InputError(f"{task.path}: has {plural(count, 'assertion')}, so there is no number {number}")


def _first(name: str, strategy: Strategy, model: LoopModel, chosen: Namespace) -> Query | Reason:
    from veriabs.core.strategy import StandaloneFacts, StartEarly, first_ask
    from veriabs.strategies.shrinking import search

    if name == search.NAME:
        made = search.first_attempt(model)
        if isinstance(made, Reason):
            return made
        return made.harness(chosen.k) if chosen.verb == "harness" else made.residual(chosen.k)
    assert strategy.prove is not None
    dialogue = strategy.prove(model, StandaloneFacts(model.program))
    try:
        asked = first_ask(dialogue)
        while isinstance(asked, StartEarly) and not any(isinstance(one, Query) for one in asked.requests):
            asked = dialogue.send(())  # requests that are started ahead are no program
    except StopIteration as end:
        return end.value if isinstance(end.value, Reason) else NOTHING
    requests = asked if isinstance(asked, tuple) else asked.requests
    programs = [request for request in requests if isinstance(request, Query)]
    return next((one for one in programs if one.claim is not None), programs[0] if programs else NOTHING)


def transformed(chosen: Namespace, task: Task, program: Program) -> str:
    """The array-free, loop-free program of the witness index."""
    from veriabs.strategies.witness_index.program import transform

    number = None if chosen.assertion is None else _model(program, chosen.assertion, task).assertion.number
    return transform(program, number).rstrip("\n")


def sliced(chosen: Namespace, task: Task) -> list[str]:
    """The slice as C text, or the size of the slice."""
    from veriabs.frontend.slicing.slice import slice_text

    found = slice_text(task, chosen.kind, chosen.criterion)
    return [str(found.stats)] if chosen.stats else [found.text.rstrip("\n")]
