"""Read and write the certificate of a TRUE verdict: the program, and invariants at the head of each loop."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.errors import InputError
from veriabs.core.precondition import Precondition
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.source import Task
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.proofcheck.definitions import NO_THEORY, Definition, DefinitionLemma, Theory, Variables
from veriabs.proofcheck.terms import show, sort_named, sort_term

VERSION = "1.3"
MOST_BYTES = 16 << 20
"""Largest size of a certificate in bytes."""


class Subject(Struct, frozen=True):
    """The identity of the certified program; it is compared, and never trusted.

    `reading` are the options that determine the meaning of the text; `source`, `preprocessed` and `lowered` are hashes;
    `goals` are the assertions of the lowered program; `overflow` is the meaning of signed overflow.
    """

    file: str
    reading: Mapping[str, object]
    source: str
    preprocessed: str
    lowered: str
    goals: tuple[str, ...]
    overflow: Overflow


class Certificate(Struct, frozen=True):
    """A subject, and for each loop the formulas that hold whenever its test is evaluated, with their theory.

    `contract` has the clauses of the verified function as they were parsed; they are part of the claim.
    """

    subject: Subject
    invariants: Mapping[LoopId, tuple[str, ...]]
    assumptions: tuple[str, ...] = ()
    theory: Theory = NO_THEORY
    contract: tuple[str, ...] = ()


def subject_of(program: Program, overflow: Overflow) -> Subject:
    """The identity of a program."""
    goals = tuple(f"{one.where.line}: {one.kind.value}" for one in statements(program.body) if isinstance(one, Assert))
    task = program.task
    return Subject(
        task.path.name,
        reading_of(task),
        _hash(b"\0".join(Path(one.path).read_bytes() for one in (task, *task.others))),
        _hash(_as_from_own_folder(program.preprocessed, task.path).encode()),
        _hash(lowered(program).encode()),
        goals,
        overflow,
    )


def _as_from_own_folder(preprocessed: str, path: Path) -> str:
    """The text as if veriabs had been started in the folder of `path`: `__FILE__` and the columns depend on that.

    Only the columns differ in spaces; those of the user's own texts are in the hash of the files.
    """
    return re.sub(" +", " ", preprocessed.replace(f'"{path.parent}/', '"'))


def reading_of(task: Task) -> dict[str, object]:
    """The options that determine the meaning of the text."""
    entry = task.entry
    needs = {"needs": {"sizes": dict(entry.needs.sizes), "clauses": list(entry.needs.clauses)}} if entry.needs else {}
    return {
        **needs,
        "data_model": task.data_model.value,
        "defines": [define for one in (task, *task.others) for define in one.defines],
        "function": entry.function,
        "sizes": dict(sorted(entry.sizes.items())),
        "arbitrary_globals": entry.arbitrary_globals,
        "null_pointers": entry.null_pointers,
        "checks": sorted(task.checks),
        "assertions": task.assertions,
        "standard": task.standard or "",
    }


def needs_of(certificate: Certificate) -> Precondition:
    """The inferred precondition that the claim of a certificate names; raises InputError if it is malformed."""
    given = certificate.subject.reading.get("needs")
    if given is None:
        return Precondition()
    reader = _Reader(given, "the precondition")
    sizes = _Reader(reader._take_field("sizes"), "the sizes")
    found = Precondition({name: sizes.text(name) for name in sorted(sizes.left)}, reader.texts("clauses"))
    reader.end()
    return found


def lowered(program: Program) -> str:
    """The lowered program as text: its variables and statements."""
    variables = [f"{v.type.name} {v.name} = {v.initial.value};" for v in program.scalars.values()]
    printer = Printer()
    for array in program.arrays.values():
        sizes = "".join(f"[{printer.expr(size)}]" for size in array.sizes)
        variables.append(f"{array.type.name} {array.name}{sizes} = {array.initial.value};")
    return "\n".join([*sorted(variables), *printer.lines(program.body)])


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


# ------------------------------------------------------------------------------------------------------------- as text


def write(certificate: Certificate, program: Program) -> str:
    """The certificate as JSON; line numbers of loops are for human readers."""
    subject = certificate.subject
    lines = {stmt.id: stmt.where.line for stmt in statements(program.body) if isinstance(stmt, Loop)}
    document = {
        "veriabs-proof": VERSION,
        "claim": "TRUE",
        "program": {
            "file": subject.file,
            "source": subject.source,
            "preprocessed": subject.preprocessed,
            "lowered": subject.lowered,
            "reading": subject.reading,
            "overflow": subject.overflow.value,
        },
        "goals": list(subject.goals),
        "functions": [
            {"name": one.name, "parameters": _variables(one.parameters), "first": one.first, "next": one.next}
            for one in certificate.theory.functions
        ],
        "lemmas": [
            {"variables": _variables(one.variables), "holds": one.holds, "pattern": list(one.pattern)}
            for one in certificate.theory.lemmas
        ],
        "loops": [
            {"loop": loop, "line": lines[loop], "invariants": list(texts)}
            for loop, texts in sorted(certificate.invariants.items())
        ],
        "assumptions": list(certificate.assumptions),
        "contract": list(certificate.contract),
    }
    return json.dumps(document, indent=2) + "\n"


def _variables(variables: Variables) -> list[dict[str, str]]:
    return [{"name": name, "sort": show(sort_term(sort))} for name, sort in variables]


def read(path: Path) -> Certificate:
    """Read the certificate in a file; raises InputError with the first problem."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: the certificate is longer than {MOST_BYTES >> 20} MB")
        document = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unambiguous)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}") from error
    try:
        return _certificate(_Reader(document, "the certificate"))
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _unambiguous(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object, in which each name has one value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a JSON object has a field twice")
    return found


def _certificate(top: _Reader) -> Certificate:
    version = top.text("veriabs-proof")
    if version != VERSION:
        raise InputError(f"the certificate has the unknown format version {version!r}; the current one is {VERSION}")
    if top.text("claim") != "TRUE":
        raise InputError("the certificate is for another verdict than TRUE")
    about = top.inner("program")
    subject = Subject(
        about.text("file"),
        about.inner("reading").document,
        about.text("source"),
        about.text("preprocessed"),
        about.text("lowered"),
        top.texts("goals"),
        _overflow(about.text("overflow")),
    )
    invariants: dict[LoopId, tuple[str, ...]] = {}
    for one in top.inners("loops"):
        loop = LoopId(one.number("loop"))
        if loop in invariants:
            raise InputError(f"the certificate names loop {loop} twice")
        invariants[loop] = one.texts("invariants")
        one.number("line")
        one.end()
    functions = tuple(map(_definition, top.inners("functions")))
    lemmas = tuple(map(_lemma, top.inners("lemmas")))
    theory = Theory(functions, lemmas)
    found = Certificate(subject, invariants, top.texts("assumptions"), theory, top.texts("contract"))
    about.end()
    top.end()
    return found


def _definition(one: _Reader) -> Definition:
    found = Definition(one.text("name"), _read_variables(one.inners("parameters")), one.text("first"), one.text("next"))
    one.end()
    return found


def _lemma(one: _Reader) -> DefinitionLemma:
    found = DefinitionLemma(_read_variables(one.inners("variables")), one.text("holds"), one.texts("pattern"))
    one.end()
    return found


def _read_variables(parts: list[_Reader]) -> Variables:
    found = tuple((one.text("name"), sort_named(one.text("sort"))) for one in parts)
    for one in parts:
        one.end()
    return found


def _overflow(text: str) -> Overflow:
    try:
        return Overflow(text)
    except ValueError:
        raise InputError(f"the certificate has an unknown meaning of signed overflow: {text!r}") from None


class _Reader:
    """The fields of a JSON object, each read once; `end` rejects unread fields."""

    def __init__(self, document: Any, what: str) -> None:
        if not isinstance(document, dict):
            raise InputError(f"{what} is not an object")
        self.document, self.what = document, what
        self.left = set(document)

    def _take_field(self, name: str) -> Any:
        if name not in self.document:
            raise InputError(f"{self.what} has no {name!r}")
        self.left.discard(name)
        return self.document[name]

    def text(self, name: str) -> str:
        found = self._take_field(name)
        if not isinstance(found, str):
            raise InputError(f"{name!r} is not a string")
        return found

    def number(self, name: str) -> int:
        found = self._take_field(name)
        if not isinstance(found, int) or isinstance(found, bool):
            raise InputError(f"{name!r} is not an integer")
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        found = self._take_field(name)
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise InputError(f"{name!r} is not a list of strings")
        return tuple(found)

    def inner(self, name: str) -> _Reader:
        return _Reader(self._take_field(name), repr(name))

    def inners(self, name: str) -> list[_Reader]:
        found = self._take_field(name)
        if not isinstance(found, list):
            raise InputError(f"{name!r} is not a list")
        return [_Reader(one, f"a part of {name!r}") for one in found]

    def end(self) -> None:
        if self.left:
            raise InputError(f"{self.what} has the unknown field {min(self.left)!r}")
