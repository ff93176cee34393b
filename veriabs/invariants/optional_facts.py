"""Give each fact of a cut program a variable that says whether it takes part.

    assert(x < n); havoc(x); assume(x < n);    assert(x < n || !fact_1); havoc(x); assume(x < n || !fact_1);

With `fact_1` true, the program is the same; with `fact_1` false, it is the program without the fact, which is neither
checked nor assumed. So one formula serves all rounds in which candidates are dropped (see `solvers.incremental`).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Expr, Unary, Var
from veriabs.core.statements import Check, CheckId, CheckKind
from veriabs.core.types import BOOL

_FIRST = {CheckKind.STEP: CheckKind.ENTRY, CheckKind.FORM: CheckKind.TRIPS}
"""The first kind of check of the same fact."""


class OptionalFacts(Struct):
    """The variables of facts so far, by the first of their checks; without `used`, nothing is optional."""

    used: bool = False
    names: dict[CheckId, str] = field(default_factory=dict)

    def condition(self, test: Expr, about: CheckId) -> Expr:
        """The condition of the fact, which holds if the fact is left out."""
        return Binary("||", test, Unary("!", self._variable(about))) if self.used else test

    def value(self, known: Expr, otherwise: Expr, about: CheckId) -> Expr:
        """The value that the fact gives, and another one without the fact.

        There must be no `if (fact_1)` in the program, since CBMC then knows several values of the variable.
        """
        return Conditional(self._variable(about), known, otherwise) if self.used else known

    def check(self, check: Check) -> Check:
        """The check, which passes if its fact is left out."""
        return replace(check, test=self.condition(check.test, check.about))

    def of_checks(self, ids: Mapping[str, CheckId]) -> dict[str, str]:
        """The variable of the fact of each check that has one, by the check's description."""
        return {text: self.names[fact] for text, about in ids.items() if (fact := _fact(about)) in self.names}

    def _variable(self, about: CheckId) -> Var:
        return Var(self.names.setdefault(_fact(about), f"fact_{len(self.names) + 1}"), BOOL)


def _fact(about: CheckId) -> CheckId:
    return replace(about, kind=_FIRST.get(about.kind, about.kind))
