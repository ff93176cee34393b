"""When a failure of the transformed program is one of the task."""

from __future__ import annotations

import pytest
from witnessed import Make

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Claim
from veriabs.core.strategy import Alone
from veriabs.strategies.witness_index.exactness import RULES, Precise, precise
from veriabs.strategies.witness_index.strategy import prove

COUNTED = "for (int i = 0; i < 90; i++)"


def filled(inner: str, *, after: str = "", asserted: str = "a[x] == 0", head: str = COUNTED) -> str:
    return f"""int a[100], b[100]; int main(void) {{ int t = 0, n = __VERIFIER_nondet_int();
      {head} {{ {inner} }} {after}
      for (int x = 0; x < 90; x++) __VERIFIER_assert({asserted}); return 0; }}"""


@pytest.mark.parametrize(
    "text",
    [
        filled("a[i] = 0;"),
        filled("a[i] = b[i] + n;", asserted="a[x] > b[x]"),
        filled("t = b[i]; if (t > 5) a[i] = t; else a[i] = 0;"),
        filled("a[i] = 1;", after="for (int i = 0; i < n; i++) if (i < 90) a[i] = i;"),
        filled("a[i] = 0;", head="for (int i = 0; i < 90; i += 3)"),
    ],
)
def test_precise(text: str, model: Make) -> None:
    found = precise(model(text))
    assert isinstance(found, Precise), found
    assert len(found.evidence) == len(RULES)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("l1", filled("if (b[i]) break; a[i] = 0;")),
        ("l1", filled("a[i] = 0;", head="for (int i = 0; b[i] < 90; i++)")),
        ("l1", filled("for (int k = 0; k < n; k++) a[i] = k;")),
        ("a2", filled("a[i + 1] = 0; a[i] = 1;")),
        ("a2", filled("a[i] = b[i]; b[i + 1] = 3;")),
        ("d5", filled("a[i] = b[n];")),
        ("a2", filled("a[7] = 0;")),
        ("a3", filled("a[i] = 0;", after="a[5] = 1;")),
        ("s4", filled("if (b[i] > t) t = b[i]; a[i] = t;")),
        ("s4", filled("t = b[i]; a[i] = t;", asserted="a[x] == t")),
        ("d5", filled("a[i] = 0;", asserted="a[x] == a[x + 1]")),
        ("d6", filled("if (b[i] > 3) abort(); a[i] = b[i];")),
    ],
)
def test_not_precise(rule: str, text: str, model: Make) -> None:
    found = precise(model(text))
    assert isinstance(found, Reason)
    assert f"({rule})" in found.text, found.text


def first_asked(made: LoopModel) -> Query:
    asked = next(prove(made, Alone(made.program)))[0]
    assert isinstance(asked, Query)
    return asked


def test_a_precise_program_claims_to_be_exact(model: Make) -> None:
    assert first_asked(model(filled("a[i] = 0;"))).claim is Claim.EXACT


def test_any_other_program_covers_more(model: Make) -> None:
    assert first_asked(model(filled("if (b[i]) break; a[i] = 0;"))).claim is Claim.OVER
