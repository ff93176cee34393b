"""Insert annotations into the user's text and leave the rest unchanged."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, field

from veriabs.core.source import Where
from veriabs.report.places import LEX, SourceText

_FRAME = "__CPROVER_assigns"

_ACSL, _ACSL_ASSIGNS = "/*@ ", "loop assigns "
_DO = "do"
"""The head of a loop that tests at its end."""

_SPLICED = re.compile(r"\\\r?\n\Z")
"""The end of a line that continues on the next one."""

_ASSERTS = re.compile(r"\bassert\s*\(")


class EditedText(Struct):
    """A file with its edits; an edit replaces the characters between two offsets."""

    source: SourceText
    edits: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, where: Where, place: str, lines: Sequence[str]) -> bool:
        """Add lines above a loop, behind its head, or at the start of its body; False if the place is not found."""
        found = self.source.loop(where)
        at = None if found is None else self.source.offset(found)
        if at is None:
            return False
        if place == "above":
            self._insert_above(at, lines)
            return True
        head = at + len(_DO) - 1 if self.source.code.startswith(_DO, at) else self.source.head(at)
        if head is None:
            return False
        if place == "behind":
            self._insert_after(at, head + 1, lines)
            return True
        return self._insert_in_body(at, head + 1, lines)

    def begin(self, header: str) -> None:
        """Insert a line at the top; preprocessed text gets none."""
        if header and self.edits and self.source.path.suffix != ".i" and not _ASSERTS.search(self.source.code):
            self.edits.append((0, 0, f"{header}\n"))

    def front(self, lines: Sequence[str]) -> None:
        """Insert lines at the top."""
        self.edits += [(0, 0, "".join(f"{line}\n" for line in lines))] if lines else []

    def written(self) -> str:
        """The text with all edits applied, in which lines end as in the text."""
        text = self.source.text
        line_end = "\r\n" if "\r\n" in text else "\n"
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + re.sub("\r?\n", line_end, new) + text[end:]
        return text

    def _indentation(self, at: int) -> tuple[int, str]:
        """The offset of the line, and its leading blanks."""
        start = self.source.text.rfind("\n", 0, at) + 1
        line = self.source.text[start:at]
        return start, line[: len(line) - len(line.lstrip())]

    def _insert_above(self, at: int, lines: Sequence[str]) -> None:
        start, blanks = self._indentation(at)
        existing = _annotation_before(self.source.text, at) if lines[0].startswith(_ACSL) else []
        if existing:
            self._extend_annotation(existing, at, lines, blanks)
        elif self.source.text[start:at].strip() or _SPLICED.search(self.source.text, 0, start):
            self.edits.append((at, at, " ".join(lines) + " "))
        else:
            self.edits.append((start, start, "".join(f"{blanks}{line}\n" for line in lines)))

    def _extend_annotation(self, existing: Sequence[re.Match[str]], at: int, lines: Sequence[str], blanks: str) -> None:
        """Insert into the loop's existing annotation, without lines that it has already."""
        own = "\n".join(one[0].removeprefix("/*@").removeprefix("//@").removesuffix("*/") for one in existing)
        known = " ".join(own.split())
        clauses = [line.removeprefix(_ACSL).removesuffix(" */").strip() for line in lines]
        frame = _ACSL_ASSIGNS in known
        new = [one for one in clauses if one not in known and not (frame and one.startswith(_ACSL_ASSIGNS))]
        added = f"\n{blanks}    ".join([*new, own.strip()])
        self.edits += [(existing[0].start(), at, f"{_ACSL}{added} */\n{blanks}")] if new else []

    def _insert_after(self, at: int, head: int, lines: Sequence[str]) -> None:
        _, blanks = self._indentation(at)
        frame = self.source.next(head)
        if self.source.code.startswith(_FRAME, frame) and (own := self.source.head(frame)) is not None:
            head, lines = own + 1, [line for line in lines if not line.startswith(_FRAME)]  # a loop has at most one
        end = self.source.next(head)
        added = "".join(f"\n{blanks}  {line}" for line in lines)
        same_line = "\n" not in self.source.text[head:end]
        inner = "" if self.source.code.startswith("{", end) else "  "
        self.edits.append((head, end if same_line else head, f"{added}\n{blanks}{inner}" if same_line else added))

    def _insert_in_body(self, at: int, head: int, lines: Sequence[str]) -> bool:
        """Insert at the start of a body in braces; a single statement gets braces."""
        _, blanks = self._indentation(at)
        begin = self.source.next(head)
        added = "".join(f"\n{blanks}  {line}" for line in lines)
        if self.source.code.startswith("{", begin):
            self.edits.append((begin + 1, begin + 1, added))
            return True
        end = self.source.end_of_statement(begin)
        if end is None:
            return False
        remark = "".join(f"\n{blanks}  {line.strip()}" for line in self.source.text[head:begin].strip().splitlines())
        self.edits.append((head, begin, f" {{{added}{remark}\n{blanks}  "))
        self.edits.append((end + 1, end + 1, f"\n{blanks}}}"))  # the statement may have edits of its own
        return True


def _annotation_before(text: str, at: int) -> list[re.Match[str]]:
    """The comments of the ACSL annotation that ends before an offset: one block, or lines that follow each other."""
    found, end = list[re.Match[str]](), at
    for comment in reversed(list(LEX.finditer(text, 0, at))):
        if text[comment.end() : end].strip() or not comment[0].startswith("//@"):
            is_block = not found and not text[comment.end() : end].strip() and comment[0].startswith("/*@")
            return [comment] if is_block else found
        found, end = [comment, *found], comment.start()
    return found
