"""Contracts of functions: `__CPROVER_requires` and the like behind a declarator, ACSL comments in front of it.

Both become text of the `main` that calls the function: what is required is assumed, what is ensured is asserted at the
line of the clause. What `assigns` says is read over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Set
from typing import ClassVar

from msgspec import Struct, field
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task, Where
from veriabs.frontend.compiler import macros
from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.known import CLAUSES

_CLAUSE = re.compile(rf"\b__CPROVER_({'|'.join(CLAUSES)})\s*\(")
_CLAUSE_OR_TEXT = re.compile(f"{LITERAL}|{_CLAUSE.pattern}")
_MAIN = re.compile(LITERAL + r"|(?<![\w.>])main(?=\s*\()")
_LOOPS = ("for", "while", "do")
_BEGUN = re.compile(r"\bdo\Z")
_QUANTIFIED = re.compile(r"^__CPROVER_forall\s*\{\s*[\w\s]+?\b(\w+)\s*;(.*)\}$", re.DOTALL)
_ALL = re.compile(r"^\\forall\s+\w+\s+([\w\s,]+?)\s*;(.*)$", re.DOTALL)
_OF_LOOP = re.compile(r"(/\*@(?:(?!\*/).)*\*/|(?://@[^\n]*\s*)+)\s*(?=(?:for|while|do)\b)", re.DOTALL)
_LOOP_SENTENCE = re.compile(r"\bloop\s+invariant\b\s+(.*?);(?=\s*(?:/*@|\*/|loop\b|$))", re.DOTALL)
_AT_ENTRY = re.compile(r"\\at\s*\(([^(),]*),\s*LoopEntry\s*\)")

_WORD = re.compile(r"(?<!\\)\b[A-Za-z_]\w*\b")

MOST_EXPANSIONS = 8
"""Macros that stand for one another in turn."""

INVARIANT = "veriabs invariant "
"""What the pragma begins with that carries an invariant to where its loop is read."""

_HEAD = re.compile(r"(\w+)\s*\($")
_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"', re.MULTILINE)
_ACSL = re.compile(r"/\*@(.*?)\*/\s*(?:[\w\s*]+?)\b(\w+)\s*\(", re.DOTALL)
_SENTENCE = re.compile(r"\b(requires|ensures|assigns)\b\s+(.*?);(?=\s*(?:@|requires|ensures|assigns|$))", re.DOTALL)
_FRESH = re.compile(r"^__CPROVER_(?:is_fresh|r_ok|w_ok|rw_ok)\s*\(\s*(\w+)\s*,(.*)\)$", re.DOTALL)
_VALID = re.compile(r"^\\valid(?:_read)?\s*\(\s*(\w+)\s*(?:\+\s*\(?\s*0\s*\.\.\s*(.*?)\)?)?\s*\)$", re.DOTALL)
_FORALL = re.compile(r"^\\forall\s+\w+\s+(\w+)\s*;\s*(.*?)==>(.*)$", re.DOTALL)
_RANGE = re.compile(r"^(.+?)(<=?)\s*(\w+)\s*(<=?)(.+)$", re.DOTALL)
_OPERAND = r"(?:->|[\w\s.\[\]+*/%-]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+"
_COMPARED = r"(?<![-=<>])([<>]=?)(?![<>])"
_CHAIN = re.compile(rf"{_OPERAND}(?:{_COMPARED}{_OPERAND}){{2,}}")
_OLD = re.compile(r"(?:__CPROVER_old|\\old)\s*\(")


class _Clause(Struct, frozen=True):
    kind: str
    text: str
    where: Where


class Invariant(Struct, frozen=True):
    """What the text says is invariant of a loop: C over its variables and those that are `bound`; `text` as written."""

    text: str
    where: Where
    expression: str
    bound: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, where: Where, defined: Mapping[str, str] = {}) -> Invariant:
        """From the words of CBMC or of ACSL, in which macros may stand."""
        plain, bound = _AT_ENTRY.sub(r"__CPROVER_loop_entry(\1)", _expanded(text, defined)), list[str]()
        while match := _QUANTIFIED.match(plain.strip()) or _ALL.match(plain.strip()):
            bound += [name.strip() for name in match[1].split(",")]
            plain = match[2].strip()
        return cls(text, where, _spelled(plain), tuple(bound))

    def pragma(self) -> str:
        """As one line of text that a parser keeps."""
        return f"#pragma {INVARIANT}" + json.dumps([self.text, self.where.line, self.expression, self.bound])

    @classmethod
    def read(cls, text: str) -> Invariant:
        """Back from what stands behind `#pragma`."""
        said, line, expression, bound = json.loads(text.removeprefix(INVARIANT))
        return cls(said, Where("", line), expression, tuple(bound))


class Contract(Struct, frozen=True):
    """What is required and ensured of one function."""

    RESULT: ClassVar[str] = "returned_value"

    clauses: tuple[_Clause, ...] = ()

    def _said(self, kind: str) -> list[_Clause]:
        return [replace(c, text=part) for c in self.clauses if c.kind == kind for part in conjuncts(c.text)]

    def size(self, name: str) -> str | None:
        """The elements that a clause says a pointer has."""
        for clause in self._said("requires"):
            fresh, valid = _FRESH.match(clause.text), _VALID.match(clause.text)
            if fresh and fresh[1] == name:
                return f"({fresh[2].strip()}) / sizeof(*{name})"
            if valid and valid[1] == name:
                return f"({valid[2]}) + 1" if valid[2] else "1"
        return None

    def requires(self, *, without: Set[str] = frozenset(), about: Set[str] | None = None) -> list[str]:
        """Statements that end the runs in which requirements do not hold: those `about` some names, or `without`."""
        said = [c for c in self._said("requires") if not _FRESH.match(c.text) and not _VALID.match(c.text)]
        words = [(clause, set(re.findall(r"\w+", clause.text))) for clause in said]
        said = [clause for clause, used in words if (used & about if about is not None else not used & without)]
        return [_statement(clause, "if (!({})) abort();") for clause in said]

    def ensures(self) -> list[str]:
        """Assertions, each at the line of its clause."""
        said = [clause for clause in self.clauses if clause.kind == "ensures"]
        return [_statement(replace(c, text=_with_old(c.text, {})[0]), "__VERIFIER_assert({});") for c in said]

    def snapshots(self, parameters: Mapping[str, c_ast.Decl]) -> list[str]:
        """Declarations that keep what old values are asked for."""
        olds: dict[str, str] = {}
        for clause in self._said("ensures"):
            olds |= _with_old(clause.text, {})[1]
        return [f"{_type_of(text, parameters)} {name} = {text};" for name, text in olds.items()]

    def reads_result(self) -> bool:
        return any(Contract.RESULT in _spelled(clause.text) for clause in self._said("ensures"))


class Contracts(Struct, frozen=True):
    """The text without its clauses, and the contracts by the name of the function."""

    text: str
    found: dict[str, tuple[_Clause, ...]] = field(default_factory=dict)

    def of(self, name: str) -> Contract:
        return Contract(self.found.get(name, ()))

    def renamed(self, name: str) -> str:
        """The text with its `main` called otherwise."""
        return _MAIN.sub(lambda found: name if found[0] == "main" else found[0], self.text)


def contracts(text: str, task: Task) -> Contracts:
    """The contracts of a preprocessed text and of the comments of its file, and the text without them.

    Invariants of loops stay in it as pragmas in front of the body.
    """
    found: dict[str, tuple[_Clause, ...]] = {}
    edits: list[tuple[int, int, str]] = []
    kept = text
    for match in reversed([found for found in _CLAUSE_OR_TEXT.finditer(text) if found[1]]):
        end = closing(text, match.end() - 1)
        clause = _Clause(match[1], text[match.end() : end].strip(), _place(text, match.start(), task))
        name = _function_before(kept, match.start())
        blank = re.sub(r"[^\n]", " ", text[match.start() : end + 1])
        kept = kept[: match.start()] + blank + kept[end + 1 :]
        edits.append((match.start(), end + 1, blank))
        if name not in _LOOPS:
            found[name] = (clause, *found.get(name, ()))
        elif clause.kind == "loop_invariant" and _has_body(text, end + 1):
            said = Invariant.of(clause.text, clause.where)
            edits[-1] = (match.start(), end + 1, _carrying(said, text, end + 1, task))
    for invariant, line in _of_loops(task):
        head = _head(kept, line, task)
        edits += [] if head is None else [(head + 1, head + 1, _carrying(invariant, text, head + 1, task))]
    for name, clauses in _comments(task):
        found[name] = (*found.get(name, ()), *clauses)
    for start, stop, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:start] + new + text[stop:]
    return Contracts(text, found)


def _has_body(text: str, position: int) -> bool:
    """Does a statement follow the clauses that go on there? None does behind the test of a `do`."""
    while match := _CLAUSE.match(text, position + len(text[position:]) - len(text[position:].lstrip())):
        position = closing(text, match.end() - 1) + 1
    return not text[position:].lstrip().startswith(";")


def _carrying(invariant: Invariant, text: str, position: int, task: Task) -> str:
    """A pragma with the invariant; what stands at the position goes on at its own line and column."""
    where = _place(text, position, task)
    column = position - (text.rfind("\n", 0, position) + 1)
    return f'\n{invariant.pragma()}\n# {where.line} "{where.file}"\n{" " * column}'


def _of_loops(task: Task) -> Iterator[tuple[Invariant, int]]:
    """The invariants of ACSL comments in front of loops, with the line of the loop; the last one first."""
    if task.path.suffix != ".c":
        return
    text = task.path.read_text(encoding="utf-8", errors="replace")
    found = list(_OF_LOOP.finditer(text))
    defined = macros(task) if found else {}
    for match in reversed(found):
        line = text.count("\n", 0, match.end()) + 1
        for one in reversed(list(_LOOP_SENTENCE.finditer(match[1]))):
            yield Invariant.of(_plain(one[1]), _at(task, text, match.start(1) + one.start()), defined), line


def _plain(said: str) -> str:
    return " ".join(said.replace("//@", " ").replace("@", " ").split())


def _expanded(text: str, defined: Mapping[str, str]) -> str:
    """A comment with what its macros stand for, which no preprocessor puts there."""
    for _ in range(MOST_EXPANSIONS):
        words = set(_WORD.findall(text)) & defined.keys()
        if not words:
            break
        text = _WORD.sub(lambda word: _operand(defined[word[0]]) if word[0] in defined else word[0], text)
    return text


def _operand(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _head(text: str, line: int, task: Task) -> int | None:
    """Where the head of the only loop on a line of the task's file ends, in the preprocessed text.

    The test of a `do` that begins there is no head.
    """
    places = [(m, _place(text, m.start(), task)) for m in re.finditer(r"\b(?:for|while|do)\b", text)]
    words = [word for word, where in places if (where.file, where.line) == (str(task.path), line)]
    if [word[0] for word in words[:1]] == ["do"]:
        return words[0].end() - 1 if [word[0] for word in words[1:]] in ([], ["while"]) else None
    return closing(text, text.index("(", words[0].start())) if len(words) == 1 else None


def closing(text: str, start: int) -> int:
    """Where the parenthesis at a place is closed."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0:
            return position
    return len(text) - 1


def _function_before(text: str, position: int) -> str:
    """The function whose parameters, or the loop whose head, end in front of a clause; others may stand between."""
    head = text[:position]
    while (match := list(_CLAUSE.finditer(head))) and closing(head, match[-1].end() - 1) >= len(head.rstrip()) - 1:
        head = head[: match[-1].start()]
    if _BEGUN.search(head.rstrip()[-3:]):
        return "do"
    end = head.rstrip().rfind(")")
    depth = 0
    for start in range(end, -1, -1):
        depth += (head[start] == ")") - (head[start] == "(")
        if depth == 0:
            name = _HEAD.search(head[: start + 1])
            return name[1] if name else ""
    return ""


def _place(text: str, position: int, task: Task) -> Where:
    marker = next(reversed(list(_MARKER.finditer(text, 0, position))), None)
    if marker is None:
        return Where(str(task.path), text.count("\n", 0, position) + 1)
    return Where(marker[2], int(marker[1]) + text.count("\n", marker.end() + 1, position))


def _comments(task: Task) -> Iterator[tuple[str, tuple[_Clause, ...]]]:
    for other in task.others:
        yield from _comments(other)
    if task.path.suffix != ".c":
        return
    text = task.path.read_text(encoding="utf-8", errors="replace")
    found = list(_ACSL.finditer(text))
    defined = macros(task) if found else {}
    for match in found:
        start = match.start(1)
        clauses = (
            _Clause(one[1], _expanded(_plain(one[2]), defined), _at(task, text, start + one.start()))
            for one in _SENTENCE.finditer(match[1])
        )
        yield match[2], tuple(clauses)


def _at(task: Task, text: str, position: int) -> Where:
    return Where(str(task.path), text.count("\n", 0, position) + 1)


def conjuncts(text: str) -> list[str]:
    """The parts that `&&` joins at the outermost level."""
    parts, depth, start = [], 0, 0
    if "\\forall" in text:
        return [text.strip()]
    for position, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and text.startswith("&&", position):
            parts.append(text[start:position].strip())
            start = position + 2
    return [*parts, text[start:].strip()]


def _statement(clause: _Clause, pattern: str) -> str:
    """The clause as a statement at its line; a quantifier is a loop."""
    mark = f'# {clause.where.line} "{clause.where.file}"\n'
    every = _FORALL.match(clause.text)
    if every is None:
        return mark + pattern.format(_spelled(clause.text, clause.where))
    limits = _RANGE.match(every[2].strip())
    if limits is None or limits[3] != every[1]:
        raise UnsupportedError(f"{clause.where}: a quantifier without a range such as 0 <= i < n")
    name, first = every[1], limits[1].strip() + (" + 1" if limits[2] == "<" else "")
    loop = f"for (long long {name} = {first}; {name} {limits[4]} {limits[5].strip()}; {name}++)"
    return f"{mark}{loop} {pattern.format(_spelled(every[3].strip(), clause.where))}"


def _spelled(text: str, where: Where | None = None) -> str:
    """The clause as C: the result has a name, chains of comparisons are conjunctions."""
    text = text.replace("__CPROVER_return_value", Contract.RESULT).replace("\\result", Contract.RESULT)
    if "==>" in text:
        left, _, right = text.partition("==>")
        return f"(!({_spelled(left.strip(), where)}) || ({_spelled(right.strip(), where)}))"
    if where is not None and ("\\" in text or "__CPROVER_" in text):
        raise UnsupportedError(f"{where}: the clause {text!r:.80} of a contract is not understood")
    return _CHAIN.sub(lambda found: _conjoined(found[0]), text)


def _conjoined(chain: str) -> str:
    """`0 <= i && i < n` for `0 <= i < n`; what stands in parentheses stays as it is."""
    depths = [chain.count("(", 0, at) - chain.count(")", 0, at) for at in range(len(chain))]
    signs = [sign for sign in re.finditer(_COMPARED, chain) if not depths[sign.start()]]
    begins, ends = [0, *(sign.end() for sign in signs)], [*(sign.start() for sign in signs), len(chain)]
    parts = [chain[begin:end].strip() for begin, end in zip(begins, ends, strict=True)]
    pairs = zip(parts, signs, parts[1:], strict=False)
    return " && ".join(f"{left} {sign[1]} {right}" for left, sign, right in pairs)


def _with_old(text: str, names: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The clause with names for old values, and what each stands for."""
    match = _OLD.search(text)
    if match is None:
        return text, names
    end = closing(text, match.end() - 1)
    inner = text[match.end() : end].strip()
    name = "old_" + re.sub(r"\W+", "_", inner).strip("_")
    return _with_old(text[: match.start()] + name + text[end + 1 :], {**names, name: inner})


def _type_of(text: str, parameters: Mapping[str, c_ast.Decl]) -> str:
    """The type of an old value: that of a parameter or of what it points to, else a wide whole number."""
    base = re.match(r"\*?\s*(\w+)", text)
    declared = parameters.get(base[1]) if base else None
    if declared is None:
        return "long long"
    ctype = declared.type
    if isinstance(ctype, c_ast.PtrDecl | c_ast.ArrayDecl):
        ctype = ctype.type
    named = isinstance(ctype, c_ast.TypeDecl) and isinstance(ctype.type, c_ast.IdentifierType)
    return str(CGenerator().visit(ctype.type)) if named else "long long"
