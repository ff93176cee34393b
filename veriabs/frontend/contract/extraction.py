"""Extract clauses of functions from preprocessed text, and return the text without them.

CBMC's clauses follow a declarator or a loop head; ACSL's are in comments. Loop invariants stay in the text as pragmas
before the body; they are candidates that must be proved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task, Where
from veriabs.frontend.compiler import macros
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.annotations import Clause, Inner, has_annotations, parameter_names, read_annotations
from veriabs.frontend.contract.spelling import c_text
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.dialect import LITERAL, Invariant, end_of_argument
from veriabs.frontend.known_functions import CLAUSES

_CLAUSE = re.compile(rf"\b__CPROVER_({'|'.join(CLAUSES)})\s*\(")
_CLAUSE_OR_TEXT = re.compile(f"{LITERAL}|{_CLAUSE.pattern}")
_MAIN = re.compile(LITERAL + r"|(?<![\w.>])main(?=\s*\()")
_QUANTIFIER = re.compile(r"\b__CPROVER_(?:forall|exists)\s*\{[^{}]*\}")
_LOOPS = ("for", "while", "do")
_TESTS = ("if", "switch")
_DO_LOOP = re.compile(r"\bdo\Z")
_OF_LOOP = re.compile(r"(/\*@(?:(?!\*/).)*\*/|(?://@[^\n]*\s*)+)\s*(?=(?:for|while|do)\b)", re.DOTALL)
_LOOP_SENTENCE = re.compile(r"\bloop\s+invariant\b\s+(.*?);(?=\s*(?:/*@|\*/|loop\b|$))", re.DOTALL)
_WORD = re.compile(r"(?<!\\)\b[A-Za-z_]\w*\b")
_MARKED = re.compile(r"^[ \t]*#[^\n]*$", re.MULTILINE)
_PARAMETER = re.compile(r"\w+|\S")
_HEAD = re.compile(r"(\w+)\s*\($")
_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"', re.MULTILINE)
_MOST_EXPANSIONS = 8


class Contracts(Struct, frozen=True):
    """The text without clauses, and the clauses by function name.

    `inner` are annotations of statements in bodies, which are not verified.
    """

    text: str
    found: dict[str, tuple[Clause, ...]] = field(default_factory=dict)
    inner: tuple[Inner, ...] = ()

    def of(self, name: str) -> tuple[Clause, ...]:
        return self.found.get(name, ())

    def renamed(self, name: str) -> str:
        """The text with its `main` called otherwise."""
        return _MAIN.sub(lambda found: name if found[0] == "main" else found[0], self.text)

    def refuse_inner(self, reached: set[str]) -> None:
        """UnsupportedError for an annotation of a statement in a function that is reached: it would be skipped."""
        for one in self.inner:
            if one.function in reached:
                raise UnsupportedError(f"{one.where}: an annotation of a statement ({one.keyword}) is not supported")


def without_clauses(text: str) -> str:
    """A preprocessed text as compilers understand it: without CBMC's clauses, and with 0 for its quantifiers."""
    for match in [found for found in _CLAUSE_OR_TEXT.finditer(text) if found[1]]:
        end = end_of_argument(text, match.end())
        text = text[: match.start()] + re.sub(r"[^\n]", " ", text[match.start() : end]) + text[end:]
    while True:  # the innermost quantifiers first
        text, count = _QUANTIFIER.subn(lambda found: "0" + re.sub(r"[^\n]", " ", found[0][1:]), text)
        if not count:
            return text


def contracts(text: str, task: Task) -> Contracts:
    """The clauses of a preprocessed text and of comments in its files; raises InputError for invalid ones."""
    found: dict[str, tuple[Clause, ...]] = {}
    edits: list[tuple[int, int, str]] = []
    kept = text
    for match in reversed([found for found in _CLAUSE_OR_TEXT.finditer(text) if found[1]]):
        end = end_of_argument(text, match.end())
        clause_text = " ".join(_MARKED.sub(" ", text[match.end() : end - 1]).split())
        name, given = _function_before(kept, match.start())
        where = place(text, match.start(), task)
        clause = Clause(match[1], clause_text, where, Notation.CPROVER, parameters=given)
        blank = re.sub(r"[^\n]", " ", text[match.start() : end])
        kept = kept[: match.start()] + blank + kept[end:]
        edits.append((match.start(), end, blank))
        is_of_loop = clause.kind in ("loop_invariant", "decreases", "assigns")
        if name in ("", *_TESTS) or (name in _LOOPS and not is_of_loop):
            raise InputError(f"{where}: this clause of a contract belongs to no function")
        if name not in _LOOPS:
            found[name] = (clause, *found.get(name, ()))
        elif clause.kind == "loop_invariant" and _has_body(text, end):
            invariant = _invariant(clause.text, clause.where, Notation.CPROVER)
            edits[-1] = (match.start(), end, _invariant_pragma(invariant, text, end, task))
    for invariant, line in _loop_invariants(task):
        head = _head(kept, line, task)
        edits += [] if head is None else [(head + 1, head + 1, _invariant_pragma(invariant, text, head + 1, task))]
    for start, stop, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:start] + new + text[stop:]
    inner = list[Inner]()
    for number, unit in enumerate((task, *task.others), 1):
        inner += _comments(unit, number if task.others else 0, text, found)
    return Contracts(text, found, tuple(inner))


def _comments(unit: Task, number: int, text: str, found: dict[str, tuple[Clause, ...]]) -> list[Inner]:
    """Adds the clauses of the comments of one file, under the names that its functions have among all files."""
    if not has_annotations(text, unit):
        return []

    def own(name: str) -> str:
        renamed = f"{name}__{number}"
        return renamed if number and re.search(rf"\b{renamed}\b", text) else name

    annotated, inner = read_annotations(unit)
    for one in annotated:
        known = found.get(own(one.function), ())
        clauses = tuple(clause for clause in one.clauses if clause not in known)
        for behavior in sorted({one.behavior for one in clauses} & {one.behavior for one in known} - {""}):
            raise InputError(f"{one.where}: two behaviors are called {behavior}")
        found[own(one.function)] = (*known, *clauses)
    return [Inner(own(one.function), one.where, one.keyword) for one in inner]


def _invariant(text: str, where: Where, notation: Notation, defined: Mapping[str, str] = {}) -> Invariant:
    """The loop invariant of a clause; without an expression if C cannot express it."""
    from veriabs.frontend.contract.reader import read_clause  # imported late: brings lark, and few programs need it

    try:
        node, bound = read_clause(_expanded(text, defined), notation, where), list[str]()
        while isinstance(node, syntax.Quantified) and node.universal:
            bound += [name for _, name in node.binders]
            node = node.body
        return Invariant(text, where, c_text(node), tuple(bound))
    except (InputError, ValueError):
        return Invariant(text, where, "")


def _has_body(text: str, position: int) -> bool:
    """Whether a statement follows the clauses; none follows after the test of a `do`."""
    while match := _CLAUSE.match(text, position + len(text[position:]) - len(text[position:].lstrip())):
        position = end_of_argument(text, match.end())
    return not text[position:].lstrip().startswith(";")


def _invariant_pragma(invariant: Invariant, text: str, position: int, task: Task) -> str:
    """A pragma with the invariant, then a marker that restores the place of the text after it."""
    where = place(text, position, task)
    column = position - (text.rfind("\n", 0, position) + 1)
    return f'\n{invariant.pragma()}\n# {where.line} "{where.file}"\n{" " * column}'


def _loop_invariants(task: Task) -> Iterator[tuple[Invariant, int]]:
    """The invariants of ACSL comments before loops, with the line of the loop, last one first."""
    if task.path.suffix != ".c":
        return
    text = task.path.read_text(encoding="utf-8", errors="replace")
    found = list(_OF_LOOP.finditer(text))
    defined = macros(task) if found else {}
    for match in reversed(found):
        line = text.count("\n", 0, match.end()) + 1
        for one in reversed(list(_LOOP_SENTENCE.finditer(match[1]))):
            where = Where(str(task.path), text.count("\n", 0, match.start(1) + one.start()) + 1)
            yield _invariant(_comment_content(one[1]), where, Notation.ACSL, defined), line


def _comment_content(comment: str) -> str:
    return " ".join(comment.replace("//@", " ").replace("@", " ").split())


def _expanded(text: str, defined: Mapping[str, str]) -> str:
    """A comment with its macros replaced, which no preprocessor does."""
    for _ in range(_MOST_EXPANSIONS):
        words = set(_WORD.findall(text)) & defined.keys()
        if not words:
            break
        text = _WORD.sub(lambda word: f"({defined[word[0]]})" if word[0] in defined else word[0], text)
    return text


def _head(text: str, line: int, task: Task) -> int | None:
    """The end of the head of the only loop on a line of the task's file, in the preprocessed text.

    The test of a `do` that starts there does not count.
    """
    places = [(m, place(text, m.start(), task)) for m in re.finditer(r"\b(?:for|while|do)\b", text)]
    words = [word for word, where in places if (where.file, where.line) == (str(task.path), line)]
    if [word[0] for word in words[:1]] == ["do"]:
        return words[0].end() - 1 if [word[0] for word in words[1:]] in ([], ["while"]) else None
    return end_of_argument(text, text.index("(", words[0].start()) + 1) - 1 if len(words) == 1 else None


def _function_before(text: str, position: int) -> tuple[str, tuple[str, ...]]:
    """The function whose parameters, or the loop whose head, end before a clause, with the parameter names."""
    head = text[:position]
    while (match := list(_CLAUSE.finditer(head))) and end_of_argument(head, match[-1].end()) >= len(head.rstrip()):
        head = head[: match[-1].start()]
    if _DO_LOOP.search(head.rstrip()[-3:]):
        return "do", ()
    end = head.rstrip().rfind(")")
    depth = 0
    for start in range(end, -1, -1):
        depth += (head[start] == ")") - (head[start] == "(")
        if depth == 0:
            name = _HEAD.search(head[: start + 1])
            given = parameter_names(_PARAMETER.findall(head[start + 1 : end]))
            return (name[1], given) if name else ("", ())
    return "", ()


def place(text: str, position: int, task: Task) -> Where:
    """The place in the user's files of a position of a preprocessed text."""
    marker = next(reversed(list(_MARKER.finditer(text, 0, position))), None)
    if marker is None:
        return Where(str(task.path), text.count("\n", 0, position) + 1)
    return Where(marker[2], int(marker[1]) + text.count("\n", marker.end() + 1, position))
