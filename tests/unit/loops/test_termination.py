"""Loops that end or access a cell out of bounds, recognised by their text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.source import DataModel
from veriabs.core.statements import Loop
from veriabs.loops.termination import surely_ends

HEAD = """extern unsigned __VERIFIER_nondet_uint(void); char text[9]; unsigned char all[256];
int main(void) {{ int i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint(), k = 0; unsigned u = n;
unsigned char c = n; long l = n; {code} __VERIFIER_assert(k < 3); return 0; }}"""

ENDING = {
    "up to a number": "for (i = 0; i < n; i++) k = i;",
    "down to a number": "for (; n > i; n--) k = n;",
    "down to no number": "for (; u != 0; u--) k++;",
    "as long as it is something": "while (u) { u--; k = u; }",
    "converted to as many numbers": "for (; i < u; i++) k += 2;",
    "a text": "while (text[l]) l++;",
    "a text from somewhere": "while (text[n + l] && k < 5) l++;",
    "a position with a sign": "while (text[i] != 3) { if (text[i] == 1) break; i++; }",
    "an inner loop": "for (i = 0; i < n; i++) for (u = 0; u != 9; u++) k = i;",
    "continued": "for (i = 0; i < n; i++) { if (text[0]) continue; k = i; }",
}
OTHERS = {
    "any number may be the largest": "for (i = 0; i <= n; i++) k = i;",
    "converted to more numbers": "for (; u < l; u++) k = 1;",
    "never as much": "while (c < n) c++;",
    "the other way": "for (; i < n; i--) k = i;",
    "moved under a condition": "while (i < n) { if (text[0]) i++; k = 1; }",
    "moved twice": "while (i < n) { i++; if (text[0]) i = 0; }",
    "the end moves": "while (i < n) { i++; n = k; }",
    "continued in front of it": "while (i < n) { if (text[0]) continue; i++; }",
    "by more than one": "for (; u != 7; u += 2) k = 1;",
    "each number is an index": "while (all[c] != 7) c++;",
    "a cell that is not read each time": "while (k < 3 || text[l]) l++;",
    "an index that wraps with few bits": "while (text[u]) u++;",
    "an inner loop that may not end": "for (i = 0; i < n; i++) while (k) l = 1;",
}


@pytest.mark.parametrize("name", [*ENDING, *OTHERS])
def test_loops_that_end(name: str, loops: Callable[[str], list[Loop]]) -> None:
    (loop, *_) = loops(HEAD.format(code=(ENDING | OTHERS)[name]))
    assert surely_ends(loop, DataModel.LP64) == (name in ENDING)
