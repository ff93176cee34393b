"""Test that loops with early exits become loops that run to the end of their count, with a flag."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import statements, transform
from veriabs.core.program import Program, ProgramPart
from veriabs.core.results import Agreement
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.loops.early_exit_predication import predicate_early_exits
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import assertions
from veriabs.validation.validator import Validator

Make = Callable[[str], Program]

HEAD = """int a[8]; int main(void) {{ int i, j, n = 8, x = 0, y = 0;
for (i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int() & 3;
{code}
__VERIFIER_assert(x + 10 * i + 100 * y < 3); return 0; }}"""

EARLY = {
    "a search": "for (i = 0; i < n && a[i] != 3; i++) x += a[i];",
    "a search from the end": "for (i = n - 1; i >= 0 && a[i]; i--) y++;",
    "two counters": "for (i = 0, j = 7; i < 4 && a[i] == a[j]; i++, j--) x++; y = j;",
    "counters that meet": "for (i = 0, j = 7; i < j && a[i] == a[j]; i++, j--) x++; y = j;",
    "a break": "for (i = 0; i < n; i++) { if (a[i] == 3) break; x += a[i]; }",
    "a break after it counts": "for (i = 0; i < n; i++) { x++; if (a[i] == 3) { y = 1; break; } y++; }",
    "two breaks": "for (i = 0; i < n; i++) { if (a[i] == 3) { y = 1; break; } x++; if (x > 2) break; y++; }",
    "both": "for (i = 0; i < n && a[i]; i++) { if (a[i] == 3) break; x += a[i]; }",
    "a counter in the body": "i = 0; while (i < n && a[i]) { x += a[i]; i++; y += a[i & 7]; }",
    "an inner loop": "for (i = 0; i < n; i++) { for (j = 0; j < i && a[j] != a[i]; j++) x++; y += j; }",
}
STAYS = {
    "its end": "for (i = 0; i < n; i++) x += a[i];",
    "a continue": "for (i = 0; i < n && a[i]; i++) { if (a[i] == 3) continue; x += a[i]; }",
    "a break behind the counter": "i = 0; while (i < n) { i++; if (a[i - 1] == 3) break; x += a[i - 1]; }",
    "no count": "for (i = 0; a[i & 7]; i += a[i & 7]) x++;",
}


@pytest.mark.parametrize("name", EARLY)
def test_predicated_loop_has_no_early_exit(name: str, program: Make) -> None:
    ran = predicate_early_exits(program(HEAD.format(code=EARLY[name])))
    assert ran is not None
    assert all(facts_of(0, stmt).exact for stmt in statements(ran.body) if isinstance(stmt, Loop))


@pytest.mark.long
@pytest.mark.parametrize("name", EARLY)
def test_predicated_program_behaves_like_the_original(name: str, program: Make) -> None:
    made = program(HEAD.format(code=EARLY[name]))
    ran = predicate_early_exits(made)
    assert ran is not None
    (assertion,) = assertions(made)
    validator = Validator(True, lambda: 60.0)
    assert (
        validator.validate_part(made, ProgramPart("loops that run on", ran), assertion).translation is Agreement.SAME
    )
    other = ProgramPart("loops that run on", replace(ran, body=transform(ran.body, _never_over)))
    assert validator.validate_part(made, other, assertion).translation is Agreement.DIFFERENT


def _never_over(stmt: Stmt) -> tuple[Stmt, ...]:
    """The statements as they would run if no exit were taken."""
    if isinstance(stmt, Assign) and stmt.target.type == BOOL:
        return (replace(stmt, value=replace(stmt.value, value=1)),)
    return (stmt,)


@pytest.mark.parametrize("name", STAYS)
def test_unsupported_loop_is_not_predicated(name: str, program: Make) -> None:
    assert predicate_early_exits(program(HEAD.format(code=STAYS[name]))) is None
