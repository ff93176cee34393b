"""Both programs in one C text: the user's, observed, and what veriabs read."""

from __future__ import annotations

from veriabs.core.ctree import names, reads, target_name
from veriabs.core.model import (
    BOOL,
    Array,
    Assign,
    CType,
    FloatType,
    Havoc,
    Scalar,
    Site,
    SiteKind,
)
from veriabs.core.templates import render_c
from veriabs.replay.build import needs, runtime
from veriabs.replay.search import layout, literals
from veriabs.validation.places import Places
from veriabs.validation.spelling import CELL, NAME, Speller

LIMIT = 20_000
"""Events of one run that are compared."""

CELLS = 4096
"""Cells of an object that begin with something else than 0, where they may begin with anything."""

SHOWN = 2_000
"""Events of one run that are shown where there is a difference."""


def text(places: Places) -> str:
    """The C text; it reads what to do from its input, and says what it saw."""
    return render_c("validation/native", _Writer(places).context())


class _Writer:
    """Spells what veriabs read, with the events that it shares with the user's program."""

    def __init__(self, places: Places) -> None:
        self.places, self.program = places, places.observed.program
        self.common = places.common()
        sizes = frozenset(n for array in self.program.arrays.values() for size in array.sizes for n in names(size))
        self.read = reads(self.program.body) | sizes
        self.free = False
        self.speller = Speller(
            data_model=self.program.task.data_model,
            sizes=sizes,
            stored=self._stored,
            iterated=lambda loop: _note(places.iterated(loop)),
            tested=lambda stmt: _note(places.tested(stmt)),
            assumed=lambda stmt: _note(places.assumed(stmt)),
            given=self._given,
        )

    def context(self) -> dict[str, object]:
        places, subject = self.places, self.places.subject
        beginning = [line for one in self.program.scalars.values() if (line := self._beginning(one))]
        body = self.speller.lines(self.program.body)
        return {
            "program": subject.text,
            "first_error": places.first_error,
            "first_point": places.first_point,
            "events": places.count,
            "limit": LIMIT,
            "cells": CELLS,
            "shown": SHOWN,
            "common": [int(number in self.common) for number in range(places.count)],
            "constant": [int(self._is_constant(site)) for site in subject.sites],
            "sites": [layout(site) for site in subject.sites],
            "literals": literals(subject),
            "parameters": subject.parameters,
            "runtime": runtime(subject.task.data_model),
            "observed": True,
            "needs": needs(subject),
            "scalars": [{"type": one.type.name, "name": NAME + one.name} for one in self.program.scalars.values()],
            "arrays": [self._array(one) for one in self.program.arrays.values()],
            "beginning": beginning,
            "body": body,
            "free": int(self.free),
        }

    # -------------------------------------------------------------------------------------------------------- events

    def _stored(self, stmt: Assign) -> str:
        number = self.places.stored(stmt)
        if number is None:
            return ""
        kind = "number" if isinstance(stmt.target.type, FloatType) else "whole"
        return f"veriabs_note_{kind}({number}, veriabs_x); "

    def _given(self, stmt: Havoc) -> str:
        """The value of an input, or something that the lowering leaves open."""
        site, ctype = self.places.drawn(stmt), stmt.target.type
        if site is not None and site.kind is SiteKind.CALL:
            return _typed(site, ctype, f"veriabs_input({site.number})")
        if site is not None:
            return _typed(site, ctype, f"veriabs_held({site.number}, 0)")
        self.free = self.free or target_name(stmt.target) in self.read
        return f"(({ctype.name})veriabs_variant)"

    def _beginning(self, scalar: Scalar) -> str:
        """How a scalar gets its first value; that of an argument of main is 1."""
        site = self.places.content(scalar)
        if site is not None:
            return f"{NAME}{scalar.name} = {_typed(site, scalar.type, f'veriabs_held({site.number}, 0)')};"
        return f"{NAME}{scalar.name} = 1;" if scalar.initial.value == "nondet" else ""

    def _array(self, array: Array) -> dict[str, object]:
        sizes = [self.speller.expr(size) for size in array.sizes]
        site, name = self.places.content(array), CELL + array.name
        place = "veriabs_i0"
        for dimension in range(1, len(sizes)):
            place = f"({place}) * veriabs_n{dimension} + veriabs_i{dimension}"
        return {
            "type": array.type.name,
            "name": name,
            "sizes": sizes,
            "parameters": ", ".join(f"veriabs_word veriabs_i{dimension}" for dimension in range(len(sizes))),
            "count": " * ".join(f"veriabs_n{dimension}" for dimension in range(len(sizes))),
            "place": place,
            "held": _typed(site, array.type, f"veriabs_held({site.number}, veriabs_i)") if site is not None else "",
        }

    def _is_constant(self, site: Site) -> bool:
        """Do both programs lay out the object differently, so that all of it is to be 0 at first?"""
        if site.kind is SiteKind.CALL:
            return False
        of = [one for one in self._objects() if self.places.content(one) == site]
        nested = "." in site.name and any(isinstance(one, Array) and len(one.sizes) > 1 for one in of)
        return nested or any(one.type != site.type for one in of)

    def _objects(self) -> list[Scalar | Array]:
        return [*self.program.scalars.values(), *self.program.arrays.values()]


def _note(number: int | None) -> str:
    return "" if number is None else f"veriabs_note({number}, 0);"


def _typed(site: Site, ctype: CType, given: str) -> str:
    """The value in the type of its target, as the user's program makes it of the same word."""
    if isinstance(site.type, FloatType):
        return f"(({ctype.name})({site.type.name})veriabs_double({given}))"
    if site.type == BOOL:
        return f"(({ctype.name})({given} & 1))"
    return f"(({ctype.name})({site.type.name}){given})"
