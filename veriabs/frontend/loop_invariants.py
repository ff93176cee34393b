"""Loop invariants in the user's text, passed through the parser as pragmas; each is a candidate that must be proved.

    //@ loop invariant 0 <= i;          a line `#pragma` with this text, its place and its C expression, before the body
"""

from __future__ import annotations

import json

from msgspec import Struct

from veriabs.core.source import Where

INVARIANT = "veriabs invariant "
"""Prefix of the pragma that carries an invariant to its loop."""


class Invariant(Struct, frozen=True):
    """An invariant of a loop: C over its variables and the `bound` ones; `text` as the user wrote it."""

    text: str
    where: Where
    expression: str
    bound: tuple[str, ...] = ()

    def pragma(self) -> str:
        """As one line of text that a parser keeps."""
        return f"#pragma {INVARIANT}" + json.dumps([self.text, self.where.line, self.expression, self.bound])

    @classmethod
    def read(cls, text: str) -> Invariant:
        """Parse the text after `#pragma`."""
        user_text, line, expression, bound = json.loads(text.removeprefix(INVARIANT))
        return cls(user_text, Where("", line), expression, tuple(bound))
