"""Propagate constants and affine sums of scalars through straight-line code.

    n = 4; m = n + 1; k = x - m;       // known after it: n = 4, m = 5, k = x - 5
"""

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
"""Affine forms of scalars by name."""

MOST_TERMS = 64
"""Most terms of a sum that is recorded; in a chain of sums each one contains all earlier terms."""


def form_of(expr: Expr, known: Forms, changing: frozenset[str] = frozenset()) -> Affine | None:
    """The value as an affine sum, or None; scalars in `changing` count only by their known form."""
    unknown = (names(expr) & changing) - known.keys()
    return None if unknown else affine(expr, known)


class Values:
    """The known values of scalars at one place; updating them costs as much as the change.

    With a data model, constants follow C's rules on machine words, else they are mathematical integers. `passed` counts
    the statements processed so far.
    """

    def __init__(self, known: Forms, data_model: DataModel | None = None) -> None:
        self.forms: dict[str, Affine] = {}
        self.constants: dict[str, int] = {}
        self.passed = 0
        self._data_model = data_model
        self._over: dict[str, set[str]] = {}
        for name, form in known.items():
            self._set(name, form)

    def pass_by(self, code: Iterable[Stmt], changing: frozenset[str] = frozenset()) -> None:
        """Process straight-line code; scalars that a conditional changes become unknown."""
        for stmt in code:
            self.passed += 1
            form = self._assigned(stmt, changing)
            self.forget(writes((stmt,)))
            match stmt:
                case Assign(target=Var(name=name)) if form is not None and name not in dict(form.terms):
                    self._set(name, form)
                case _:
                    continue

    def forget(self, changed: Iterable[str]) -> None:
        """Drop the facts that depend on these changed scalars."""
        for name in changed:
            over = (other for other in self._over.pop(name, ()) if other in self.forms)
            for gone in (name, *(other for other in over if name in dict(self.forms[other].terms))):
                self.forms.pop(gone, None)
                self.constants.pop(gone, None)

    def _set(self, name: str, form: Affine) -> None:
        if len(form.terms) > MOST_TERMS:
            return
        self.forms[name] = form
        if form.is_constant:
            self.constants[name] = form.constant
        for atom, _ in form.terms:
            self._over.setdefault(atom, set()).add(name)

    def _assigned(self, stmt: Stmt, changing: frozenset[str]) -> Affine | None:
        match stmt:
            case Assign(target=Var(type=IntType() as ctype), value=value) if self._data_model is not None:
                exact = value_of(value, self.constants, self._data_model)
                form = form_of(value, self.forms, changing) if exact is None else Affine((), wrap(exact, ctype))
                return None if exact is None and form is not None and form.is_constant else form
            case Assign(target=Var(), value=value):
                return form_of(value, self.forms, changing)
            case _:
                return None


def estimated_forms(segments: Iterable[tuple[Stmt, ...] | LoopFacts]) -> dict[str, Affine]:
    """Forms that code and loops leave in scalars, ignoring guards; precise enough to propose an alignment."""
    known: dict[str, Affine] = {}
    for segment in segments:
        if isinstance(segment, LoopFacts):
            known = {name: form for name, form in known.items() if name not in segment.written}
        else:
            kept = {name: form for name, form in known.items() if name not in writes(segment)}
            known = kept | _estimated_forms(segment)
    return known


def _estimated_forms(code: tuple[Stmt, ...]) -> dict[str, Affine]:
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
