"""What scalars hold behind straight-line code: constants, and sums over scalars that have not changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veriabs.core.ctree import names, statements, writes
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import IntType
from veriabs.core.typing_rules import value_of
from veriabs.loops.affine import Affine, affine

Forms = Mapping[str, Affine]
"""Forms of scalars by their names."""


def certain_constants(code: Iterable[Stmt], data_model: DataModel) -> dict[str, int]:
    """Constants that straight-line code certainly leaves in scalars, by C's rules: assigned on every path."""
    certain: dict[str, int] = {}
    for stmt in code:
        value = value_of(stmt.value, certain, data_model) if isinstance(stmt, Assign) else None
        for name in writes((stmt,)):
            certain.pop(name, None)
        match stmt:
            case Assign(target=Var(name=name, type=IntType() as ctype)) if value is not None:
                certain[name] = wrap(value, ctype)
            case _:
                continue
    return certain


def form_of(expr: Expr, known: Forms, changing: frozenset[str] = frozenset()) -> Affine | None:
    """The value as a sum, or None; scalars that may change count only by their known value."""
    unknown = (names(expr) & changing) - known.keys()
    return None if unknown else affine(expr, known)


def carried(
    code: Iterable[Stmt], known: Forms, changing: frozenset[str] = frozenset(), data_model: DataModel | None = None
) -> dict[str, Affine]:
    """What is known behind straight-line code; what a condition may change is forgotten.

    With a data model constants are computed on machine words, else as whole numbers.
    """
    values = dict(known)
    for stmt in code:
        form = _assigned(stmt, values, changing, data_model)
        values = forgotten(values, writes((stmt,)))
        match stmt:
            case Assign(target=Var(name=name)) if form is not None and name not in dict(form.terms):
                values[name] = form
            case _:
                continue
    return values


def _assigned(stmt: Stmt, known: Forms, changing: frozenset[str], data_model: DataModel | None) -> Affine | None:
    match stmt:
        case Assign(target=Var(type=IntType() as ctype), value=value) if data_model is not None:
            constants = {name: form.constant for name, form in known.items() if form.is_constant}
            exact = value_of(value, constants, data_model)
            form = form_of(value, known, changing) if exact is None else Affine((), wrap(exact, ctype))
            return None if exact is None and form is not None and form.is_constant else form
        case Assign(target=Var(), value=value):
            return form_of(value, known, changing)
        case _:
            return None


def forgotten(known: Forms, changed: frozenset[str]) -> dict[str, Affine]:
    """What is still known once these scalars have changed."""
    return {name: form for name, form in known.items() if name not in changed and not changed & dict(form.terms).keys()}


def guessed(segments: Iterable[tuple[Stmt, ...] | LoopFacts]) -> dict[str, Affine]:
    """Forms that code and loops leave in scalars, guards ignored: good enough to guess an alignment."""
    known: dict[str, Affine] = {}
    for segment in segments:
        if isinstance(segment, LoopFacts):
            known = {name: form for name, form in known.items() if name not in segment.written}
        else:
            known = {name: form for name, form in known.items() if name not in writes(segment)} | _guessed(segment)
    return known


def _guessed(code: tuple[Stmt, ...]) -> dict[str, Affine]:
    known: dict[str, Affine] = {}
    for stmt in statements(code):
        if isinstance(stmt, If):
            continue
        form = affine(stmt.value, known) if isinstance(stmt, Assign) else None
        known = {name: value for name, value in known.items() if name not in writes((stmt,))}
        match stmt:
            case Assign(target=Var(name=name)) if form is not None:
                known[name] = form
            case _:
                continue
    return known
