"""Put two programs into one C text: a lowered one, and the user's program or another lowered one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from veriabs.core.copying import replace
from veriabs.core.counterexample import Site, SiteKind
from veriabs.core.ctree import names
from veriabs.core.expressions import Const, Expr, LValue, Var
from veriabs.core.program import ENDLESS, Array, Initial, Program, Scalar
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop
from veriabs.core.templates import render_c
from veriabs.core.types import BOOL, CType, FloatType
from veriabs.core.typing_rules import type_of
from veriabs.replay.build import runtime
from veriabs.replay.search import layout
from veriabs.validation.initial_content import ContentSlice, read_before_set
from veriabs.validation.spelling import ReportingPrinter

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

    def starts_as_zero(self, variable: Scalar | Array) -> bool:
        """Whether a variable without a site is 0 at first, as opposed to any value."""
        ...

    def first_value_part(self, variable: Scalar | Array, site: Site) -> ContentSlice | None:
        """The part of the site's object that the variable represents; None if it is unknown."""
        ...


def context(data_model: DataModel, sites: tuple[Site, ...], literals: list[int], events: int) -> dict[str, object]:
    """The template context common to all comparisons."""
    return {
        "program": "",
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


def is_constant(site: Site, programs: tuple[ComparedProgram, ...]) -> bool:
    """Whether the object must start as zeros, because a program reads a part of it at an unknown place."""
    return site.kind is not SiteKind.CALL and any(_reads_unknown_part(site, compared) for compared in programs)


def _reads_unknown_part(site: Site, compared: ComparedProgram) -> bool:
    of_site = [one for one in variables(compared.program) if compared.first_value_site(one) == site]
    unknown = {one.name for one in of_site if compared.first_value_part(one, site) is None}
    return bool(unknown) and not unknown.isdisjoint(read_before_set(compared.program.body))


def variables(program: Program) -> Iterator[Scalar | Array]:
    """All variables of a program."""
    yield from program.scalars.values()
    yield from program.arrays.values()


class PrefixedProgram:
    """Prints one lowered program as functions and variables whose names start with a prefix."""

    def __init__(self, compared: ComparedProgram, prefix: str) -> None:
        self.compared, self.program, self.prefix = compared, compared.program, prefix
        arrays = self.program.arrays.values()
        self.speller = ReportingPrinter(
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
        if site is not None and site.kind is SiteKind.CALL:
            return _typed(site, stmt.target.type, f"veriabs_input({site.number})")
        if site is not None:
            return self._value_again(site, stmt.target)
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

    def _value_again(self, site: Site, target: LValue) -> str:
        """The first value of an object whose lifetime begins again, as in a loop."""
        if isinstance(target, Var):
            return self._first_value(site, self.program.scalars[target.name])
        array, cell = self.program.arrays[target.array], "0"
        for size, index in zip(array.sizes, target.indices, strict=True):
            at = f"(veriabs_word){self.speller.expr(index)}"
            cell = at if cell == "0" else f"({cell}) * {self.speller.expr(size)} + {at}"
        return self._first_value(site, array, f"({cell})")

    def _initial_value(self, scalar: Scalar) -> str:
        """The first value of a scalar; arguments of main are 1."""
        site, name = self.compared.first_value_site(scalar), self.prefix + scalar.name
        if site is not None:
            return f"{name} = {self._first_value(site, scalar)};"
        return f"{name} = 1;" if self._is_arbitrary(scalar) else ""

    def _array(self, array: Array) -> dict[str, object]:
        array = replace(array, sizes=tuple(map(_bounded_size, array.sizes)))
        sizes = [self.speller.expr(size) for size in array.sizes]
        site = self.compared.first_value_site(array)
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
            "held": self._first_value(site, array, "veriabs_i") if site else "77" if self._is_arbitrary(array) else "",
        }

    def _is_arbitrary(self, variable: Scalar | Array) -> bool:
        """Whether a variable without a site gets a value that shows if an initialisation is left out."""
        return variable.initial is Initial.NONDET and not self.compared.starts_as_zero(variable)

    def _first_value(self, site: Site, variable: Scalar | Array, cell: str = "0") -> str:
        """The first value of a variable's cell; 0 if the object starts as zeros."""
        part = self.compared.first_value_part(variable, site)
        if part is None:
            return "0"
        return _typed(site, variable.type, part.value(site.number, cell))


def _typed(site: Site, ctype: CType, given: str) -> str:
    """The value in its target's type, converted from the same word as in the user's program."""
    if isinstance(site.type, FloatType):
        return f"(({ctype.name})({site.type.name})veriabs_double({given}))"
    if site.type == BOOL:
        return f"(({ctype.name})({given} & 1))"
    if site.kind is SiteKind.MEMORY:
        return f"(({ctype.name}){given})"
    return f"(({ctype.name})({site.type.name}){given})"


def _bounded_size(size: Expr) -> Expr:
    return Const(_FIRST_CELLS, size.type) if size == ENDLESS else size


def _note(number: int | None) -> str:
    return "" if number is None else f"veriabs_note({number}, 0);"


def _note_value(number: int, value: str, ctype: CType) -> str:
    kind = "number" if isinstance(ctype, FloatType) else "byte" if ctype.bits == 8 else "whole"
    return f"veriabs_note_{kind}({number}, {value}); "
