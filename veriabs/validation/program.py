"""Put two programs into one C text: a lowered one, and the user's program or another lowered one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Protocol

from veriabs.core.copying import replace
from veriabs.core.counterexample import Site, SiteKind
from veriabs.core.ctree import names, target_name
from veriabs.core.expressions import Const, Expr
from veriabs.core.program import ENDLESS, Array, Initial, Program, Scalar
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop
from veriabs.core.templates import render_c
from veriabs.core.types import BOOL, CType, FloatType
from veriabs.core.typing_rules import type_of
from veriabs.replay.build import runtime
from veriabs.replay.search import layout
from veriabs.validation.spelling import CNames

LIMIT, STEPS, PART_STEPS = 20_000, 200_000, 2_000_000
"""The budget of a run: compared events, and iterations of each program with or without events.

Parts have few events, possibly after many iterations.
"""

WORK = 10_000_000
"""Events and iterations of both programs in one batch, after which it tries no further input."""

CELLS = 4096
"""Cells of an object with arbitrary first content that get a nonzero value."""

SHOWN = 1_000
"""Events of each run that are shown with a difference."""

_MOST_CELLS, _FIRST_CELLS = 1 << 26, 1 << 16
"""Most cells of an array, and the cells of an array without bound; later cells are not compared."""


class ComparedProgram(Protocol):
    """A lowered program with numbered events; None for events that are not compared."""

    @property
    def program(self) -> Program: ...

    def event_of_store(self, stmt: Assign) -> int | None: ...
    def event_of_iteration(self, loop: Loop) -> int | None: ...
    def event_of_test(self, stmt: If | Loop) -> int | None: ...
    def decision(self, stmt: If | Loop) -> int | None:
        """The number of a decision that the other program has to copy."""
        ...

    def decision_value(self, stmt: If | Loop) -> Expr | None:
        """The value that is decided, or None for the truth of the test."""
        ...

    def foreign_value(self, stmt: Havoc) -> str:
        """The C expression for the value of a call that the other program does not make."""
        ...

    def event_of_check(self, stmt: Assert) -> int | None: ...
    def check_values(self, stmt: Assert) -> tuple[Expr, ...]:
        """The values that an evaluation of the assertion reports."""
        ...

    def reports_every_evaluation(self, stmt: Assert) -> bool:
        """Whether every evaluation of the assertion is reported, as opposed to failures only."""
        ...

    def input_site(self, stmt: Havoc) -> Site | None:
        """The site of an input; None if the other program has none at its place."""
        ...

    def first_value_site(self, variable: Scalar | Array) -> Site | None:
        """The site of a variable's first value."""
        ...


def context(data_model: DataModel, sites: tuple[Site, ...], literals: list[int], events: int) -> dict[str, object]:
    """The template context common to all comparisons."""
    return {
        "program": "",
        "apart": False,
        "exact": False,
        "decisions": 0,
        "events": events,
        "limit": LIMIT,
        "steps": STEPS,
        "cells": CELLS,
        "shown": SHOWN,
        "sites": [layout(site) for site in sites],
        "literals": literals,
        "runtime": runtime(data_model),
        "hosted": data_model is DataModel.LP64,
        "observed": True,
        "needs": frozenset(),
    }


def text(values: Mapping[str, object]) -> str:
    """Both programs with the runtime that compares them."""
    return render_c("validation/native", values)


def parts(values: Mapping[str, object]) -> tuple[str, str] | None:
    """`text` split into the programs and the runtime, which is the same for all hosted programs.

    None for programs with a runtime of their own.
    """
    own = not values["hosted"] or not values["exact"] or values["decisions"]
    return None if own else (render_c("validation/native", {**values, "apart": True}), _runtime())


@cache
def _runtime() -> str:
    whole = {"program": True, "apart": True, "exact": True, "first_error": 0, "first_point": 0}
    return render_c("validation/object", {**context(DataModel.LP64, (), [], 0), **whole})


def is_constant(site: Site, programs: tuple[ComparedProgram, ...]) -> bool:
    """Whether the programs lay out the object differently, so that it must start as zeros."""
    if site.kind is SiteKind.CALL:
        return False
    objects = [
        one for compared in programs for one in variables(compared.program) if compared.first_value_site(one) == site
    ]
    members = site.kind is SiteKind.MEMORY and len({one.source for one in objects}) > 1
    nested = "." in site.name and any(isinstance(one, Array) and len(one.sizes) > 1 for one in objects)
    return members or nested or any(one.type != site.type for one in objects)


def variables(program: Program) -> Iterator[Scalar | Array]:
    """All variables of a program."""
    yield from program.scalars.values()
    yield from program.arrays.values()


class Side:
    """Prints one lowered program as functions and variables whose names start with a prefix."""

    def __init__(self, compared: ComparedProgram, prefix: str) -> None:
        self.compared, self.program, self.prefix = compared, compared.program, prefix
        arrays = self.program.arrays.values()
        self.speller = CNames(
            prefix=prefix,
            data_model=self.program.task.data_model,
            sizes=frozenset(name for array in arrays for size in array.sizes for name in names(size)),
            stored=self._stored,
            iterated=lambda loop: _note(compared.event_of_iteration(loop)),
            tested=self._tested,
            assumed=self._note_test,
            given=self._input_value,
        )

    def context(self) -> dict[str, object]:
        """The parts of the program for the template."""
        scalars, arrays = self.program.scalars.values(), self.program.arrays.values()
        return {
            "name": f"{self.prefix}_run",
            "scalars": [{"type": one.type.name, "name": self.prefix + one.name} for one in scalars],
            "arrays": [self._array(one) for one in arrays],
            "beginning": [line for one in scalars if (line := self._initial_value(one))],
            "body": self.speller.lines(self.program.body),
        }

    def _stored(self, stmt: Assign) -> str:
        number = self.compared.event_of_store(stmt)
        return "" if number is None else _note_value(number, "veriabs_x", stmt.target.type)

    def _tested(self, stmt: Assert) -> str:
        number, shown = self.compared.event_of_check(stmt), self.compared.check_values(stmt)
        if number is None or not shown:
            return _note(number)
        types = [type_of(part, self.speller.data_model) for part in shown]
        notes = "".join(
            _note_value(number, self.speller.expr(part), one) for part, one in zip(shown, types, strict=True)
        )
        return notes if self.compared.reports_every_evaluation(stmt) else f"if (!veriabs_t) {{ {notes}}}"

    def _input_value(self, stmt: Havoc) -> str:
        site = None if stmt.unknown else self.compared.input_site(stmt)
        if site is not None:
            given = "veriabs_input({})" if site.kind is SiteKind.CALL else "veriabs_held({}, 0)"
            return self._typed(site, stmt.target.type, target_name(stmt.target), given.format(site.number))
        if stmt.unknown:  # whatever value the compiled program has here, this one is arbitrary
            return "(veriabs_undefined(), 0)"
        return "0" if stmt.call is None else self.compared.foreign_value(stmt)

    def _note_test(self, stmt: If | Loop) -> str:
        number = self.compared.decision(stmt)
        if number is None:
            return _note(self.compared.event_of_test(stmt))
        value = self.compared.decision_value(stmt)
        if value is not None:
            return f"veriabs_decide({number}, (veriabs_word)(long long){self.speller.expr(value)});"
        negated = isinstance(stmt, If) and stmt.negated
        return f"veriabs_decide({number}, {'!' if negated else ''}veriabs_t);"

    def _initial_value(self, scalar: Scalar) -> str:
        """The first value of a scalar; arguments of main are 1."""
        site, name = self.compared.first_value_site(scalar), self.prefix + scalar.name
        if site is not None:
            return f"{name} = {self._typed(site, scalar.type, scalar.name, f'veriabs_held({site.number}, 0)')};"
        return f"{name} = 1;" if scalar.initial.value == "nondet" else ""

    def _array(self, array: Array) -> dict[str, object]:
        array = replace(array, sizes=tuple(map(_bounded_size, array.sizes)))
        sizes = [self.speller.expr(size) for size in array.sizes]
        site, held = self.compared.first_value_site(array), "veriabs_held({}, veriabs_i)"
        cells, place = 1, "veriabs_i0"
        for size in array.sizes:
            cells *= int(size.value) if isinstance(size, Const) and size.value > 0 else 0
        for dimension in range(1, len(sizes)):
            place = f"({place}) * veriabs_n{dimension} + veriabs_i{dimension}"
        return {
            "type": array.type.name,
            "name": self.prefix + array.name,
            "sizes": sizes,
            "cells": cells if cells <= _MOST_CELLS else 0,
            "parameters": ", ".join(f"veriabs_word veriabs_i{dimension}" for dimension in range(len(sizes))),
            "count": " * ".join(f"veriabs_n{dimension}" for dimension in range(len(sizes))),
            "place": place,
            "held": self._typed(site, array.type, array.name, held.format(site.number)) if site else _content(array),
        }

    def _typed(self, site: Site, ctype: CType, name: str, given: str) -> str:
        """The value in its target's type, converted from the same word as in the user's program."""
        if isinstance(site.type, FloatType):
            return f"(({ctype.name})({site.type.name})veriabs_double({given}))"
        if site.type == BOOL:
            return f"(({ctype.name})({given} & 1))"
        return f"(({ctype.name})({site.type.name}){given})"


def _bounded_size(size: Expr) -> Expr:
    return Const(_FIRST_CELLS, size.type) if size == ENDLESS else size


def _note(number: int | None) -> str:
    return "" if number is None else f"veriabs_note({number}, 0);"


def _note_value(number: int, value: str, ctype: CType) -> str:
    kind = "number" if isinstance(ctype, FloatType) else "byte" if ctype.bits == 8 else "whole"
    return f"veriabs_note_{kind}({number}, {value}); "


def _content(array: Array) -> str:
    """A constant for content that the other program initialises."""
    return "77" if array.initial is Initial.NONDET else ""
