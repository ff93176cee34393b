"""Functions and lemmas that a certificate defines, independently of the program.

A function is defined by recursion over its first argument, so it always exists. A lemma is proved by induction over its
first variable (docs/proofs.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from veriabs.proofcheck.terms import (
    INT,
    SmtTerm,
    Sort,
    TermError,
    bindable,
    parse,
    replace_all,
    sort_of,
    sort_term,
)

BEFORE = "before"
"""In the definition of a function: its value one step earlier."""

Variables = tuple[tuple[str, Sort], ...]


class Definition(Struct, frozen=True):
    """f(n, ...) is `first` for n <= 0, and `next` for n > 0, in which `before` is f(n - 1, ...)."""

    name: str
    parameters: Variables
    first: str
    next: str


class DefinitionLemma(Struct, frozen=True):
    """A fact for all values of the variables; `pattern` are the terms at which solvers instantiate it."""

    variables: Variables
    holds: str
    pattern: tuple[str, ...] = ()


class Theory(Struct, frozen=True):
    """Functions, each over the preceding ones, and lemmas about them."""

    functions: tuple[Definition, ...] = ()
    lemmas: tuple[DefinitionLemma, ...] = ()

    def union(self, other: Theory) -> Theory | None:
        """The union of both; None if they define one name differently."""
        functions = {one.name: one for one in (*self.functions, *other.functions)}
        if any(functions[one.name] != one for one in self.functions):
            return None
        return Theory(tuple(functions.values()), tuple(dict.fromkeys((*self.lemmas, *other.lemmas))))


NO_THEORY = Theory()


class Vocabulary(Struct, frozen=True):
    """The known functions, with the sorts of their arguments."""

    sorts: Mapping[str, tuple[Sort, ...]]

    def term(self, text: str, known: Mapping[str, Sort], sort: Sort) -> SmtTerm:
        """Parse a text as a term over known names; raises TermError if it has another sort."""
        term = parse(text)
        if sort_of(term, known, self.sorts) != sort:
            raise TermError(f"{text} is not {'a number' if sort == INT else 'a formula'}")
        return replace_all(term, {name: f"now${name}" for name in self.sorts})

    def earlier(self) -> dict[str, SmtTerm]:
        """The second name of each function, by its first name."""
        return {f"now${name}": f"then${name}" for name in self.sorts}

    def bound(self, variables: Variables) -> dict[str, Sort]:
        """The sorts of variables; raises TermError unless the first one is a number and all names differ."""
        known = dict(variables)
        if len(known) < len(variables) or not variables or variables[0][1] != INT:
            raise TermError("variables need different names, and the first one must be an Int")
        for name in known:
            if not bindable(name, self.sorts) or name == BEFORE:
                raise TermError(f"{name} is not a valid name of a variable")
        return known

    def with_function(self, one: Definition) -> Vocabulary:
        """Add a function."""
        if not bindable(one.name, self.sorts) or one.name == BEFORE:
            raise TermError(f"{one.name} is not a valid name of a function")
        return Vocabulary({**self.sorts, one.name: tuple(sort for _, sort in one.parameters)})


def define(one: Definition, words: Vocabulary) -> list[SmtTerm]:
    """The SMT-LIB commands that define a function over the known ones.

    It has two names: solvers unfold the definition at one of them, and the result contains the other one.
    """
    known = words.bound(one.parameters)
    first, following = words.term(one.first, known, INT), words.term(one.next, {**known, BEFORE: INT}, INT)
    counter, *others = known
    now, before = f"now${one.name}", f"then${one.name}"
    here: SmtTerm = (now, counter, *others)
    value: SmtTerm = replace_all(following, {BEFORE: (before, ("-", counter, "1"), *others)})
    sorts = tuple(sort_term(sort) for sort in known.values())
    return [
        *(("declare-fun", name, sorts, "Int") for name in (now, before)),
        ("assert", every(one.parameters, ("=", here, ("ite", ("<=", counter, "0"), first, value)), (here,))),
        ("assert", every(one.parameters, ("=", here, (before, counter, *others)), (here,))),
    ]


def every(variables: Variables, fact: SmtTerm, pattern: tuple[SmtTerm, ...] = ()) -> SmtTerm:
    """The fact for all values of the variables."""
    annotated: SmtTerm = ("!", fact, ":pattern", pattern) if pattern else fact
    return "forall", tuple((name, sort_term(sort)) for name, sort in variables), annotated
