"""Arrays that hold several sequences in turn are told apart where the part of every position is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.core.statements import Loop
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.interleaving import interleaved
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

PAIRS = """int main(void) {{
  int in[1000]; int a[2000]; long p = 0, q; int i, j;
  for (i = 0; i < 1000; i++) in[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 1000; i++) {{ {body} }}
  {behind}
  for (j = 0; j < 1000; j++) __VERIFIER_assert({claim});
  return 0;
}}"""


def pairs(body: str, behind: str = "", claim: str = "a[2 * j] == in[j]") -> str:
    """Numbers are stored in pairs, and one of each is looked at."""
    return PAIRS.format(body=body, behind=behind, claim=claim)


TOLD_APART = {
    "by a factor": pairs("a[2 * i] = in[i]; a[2 * i + 1] = 0;"),
    "by a position": pairs("a[p] = in[i]; a[p + 1] = 0; p += 2;"),
    "by single steps": pairs("a[p] = in[i]; p++; a[p] = 0; p++;"),
    "by a copy of the position": pairs("q = p; a[q++] = in[i]; a[q++] = 0; p = q;"),
    "two ways of one length": pairs("a[p++] = in[i]; if (in[i]) a[p++] = 1; else a[p++] = 2;"),
    "a row that is skipped": pairs("if (!in[i]) { p += 2; continue; } a[p++] = in[i]; a[p++] = 1;"),
    "backwards": pairs("a[1998 - 2 * i] = in[i]; a[1999 - 2 * i] = 0;", "p = 1998;", "a[1998 - 2 * j] == in[j]"),
    "left in the middle": pairs("a[p] = in[i]; if (in[i]) break; a[p + 1] = 0; p += 2;", "a[p + 1] = 1;"),
}

LEFT_ALONE = {
    "an odd step under a condition": pairs("a[p] = in[i]; a[p + 1] = 0; p += 2; if (in[i] == 7) p--;"),
    "steps of one": pairs("a[i] = in[i]; a[i + 1] = 0;"),
    "a position that is an input": pairs("p = __VERIFIER_nondet_int(); a[p] = in[i]; a[p + 1] = 0;"),
    "left between two": pairs("a[p++] = in[i]; if (in[i]) break; a[p++] = 0;", "a[p] = 1;"),
    "a number of fewer bits": pairs("unsigned short k = 2 * i; a[k] = in[i]; a[k + 1] = 0;"),
    "words of two widths": pairs("a[(long)(2u * i) + 1] = in[i]; a[(long)(2u * i)] = 0;"),
}


@pytest.mark.parametrize("name", TOLD_APART)
def test_parts_are_told_apart(program: Make, name: str) -> None:
    made = program(TOLD_APART[name])
    found = interleaved(made, assertions(made)[0])
    assert found is not None
    assert {name for name in found.arrays if name.startswith("a")} == {"a_0", "a_1"}
    assert sum(isinstance(s, Loop) for s in statements(found.body)) == 3


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_what_may_be_at_any_part_is_left_alone(program: Make, name: str) -> None:
    made = program(LEFT_ALONE[name])
    assert interleaved(made, assertions(made)[0]) is None


@pytest.mark.long
@pytest.mark.cbmc
def test_numbers_that_are_stored_in_bytes_are_proved(program: Make, cbmc: Cbmc) -> None:
    body = "a[p] = in[i] >> 16; a[p + 1] = in[i] & 65535; p += 2;"
    safe = pairs(body, claim="((unsigned)a[2 * j] << 16 | a[2 * j + 1]) == (unsigned)in[j]")
    options = Options(timeout=40.0, jobs=2, strategies=("interleaving", "shrinking"), replay=False)
    for text, verdict in ((safe, Verdict.TRUE), (safe.replace("65535", "65534"), Verdict.UNKNOWN)):
        made = program(text)
        assert verify(made.task, made, cbmc, options).verdict is verdict
