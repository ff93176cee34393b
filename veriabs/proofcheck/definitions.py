"""What a certificate defines and shows of whole numbers and arrays, whatever the program: functions and lemmas.

A function is defined by recursion over its first argument, so there is one, whatever its two terms are. A lemma is
shown by induction over its first variable (docs/proofs.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from veriabs.proofcheck.terms import (
    INT,
    Sort,
    Term,
    TermError,
    bindable,
    parse,
    replaced,
    sort_of,
    spelled,
)

BEFORE = "before"
"""In the definition of a function: its value one step earlier."""

Variables = tuple[tuple[str, Sort], ...]


class Definition(Struct, frozen=True):
    """f(n, ...) is `first` for n <= 0, and `next` for n > 0, where `before` is f(n - 1, ...)."""

    name: str
    parameters: Variables
    first: str
    next: str


class Lemma(Struct, frozen=True):
    """What holds for all values of the variables; `pattern` are the terms at which solvers are to use it."""

    variables: Variables
    holds: str
    pattern: tuple[str, ...] = ()


class Theory(Struct, frozen=True):
    """Functions, each over those in front of it, and lemmas about them."""

    functions: tuple[Definition, ...] = ()
    lemmas: tuple[Lemma, ...] = ()

    def and_also(self, other: Theory) -> Theory | None:
        """Both as one; None if they give one name to two functions."""
        functions = {one.name: one for one in (*self.functions, *other.functions)}
        if any(functions[one.name] != one for one in self.functions):
            return None
        return Theory(tuple(functions.values()), tuple(dict.fromkeys((*self.lemmas, *other.lemmas))))


NO_THEORY = Theory()


class Vocabulary(Struct, frozen=True):
    """The functions that are known, with the sorts of what they take."""

    sorts: Mapping[str, tuple[Sort, ...]]

    def term(self, text: str, known: Mapping[str, Sort], sort: Sort) -> Term:
        """The term that a text is, which speaks of nothing but what is known; TermError if it has another sort."""
        term = parse(text)
        if sort_of(term, known, self.sorts) != sort:
            raise TermError(f"{text} is no {'number' if sort == INT else 'formula'}")
        return replaced(term, {name: f"now${name}" for name in self.sorts})

    def earlier(self) -> dict[str, Term]:
        """The second name of each function by the first one."""
        return {f"now${name}": f"then${name}" for name in self.sorts}

    def bound(self, variables: Variables) -> dict[str, Sort]:
        """What variables are, of which the first one is a number and each has a name of its own."""
        known = dict(variables)
        if len(known) < len(variables) or not variables or variables[0][1] != INT:
            raise TermError("variables have names of their own, and the first one is a number")
        for name in known:
            if not bindable(name, self.sorts) or name == BEFORE:
                raise TermError(f"{name} is no name for a variable")
        return known

    def with_function(self, one: Definition) -> Vocabulary:
        """With one more function."""
        if not bindable(one.name, self.sorts) or one.name == BEFORE:
            raise TermError(f"{one.name} is no name for a function")
        return Vocabulary({**self.sorts, one.name: tuple(sort for _, sort in one.parameters)})


def defined(one: Definition, words: Vocabulary) -> list[Term]:
    """The commands that define a function over those that are known.

    It has two names: at one of them solvers put its definition in, which ends in the other one.
    """
    known = words.bound(one.parameters)
    first, following = words.term(one.first, known, INT), words.term(one.next, {**known, BEFORE: INT}, INT)
    counter, *others = known
    now, before = f"now${one.name}", f"then${one.name}"
    here: Term = (now, counter, *others)
    value: Term = replaced(following, {BEFORE: (before, ("-", counter, "1"), *others)})
    sorts = tuple(spelled(sort) for sort in known.values())
    return [
        *(("declare-fun", name, sorts, "Int") for name in (now, before)),
        ("assert", every(one.parameters, ("=", here, ("ite", ("<=", counter, "0"), first, value)), (here,))),
        ("assert", every(one.parameters, ("=", here, (before, counter, *others)), (here,))),
    ]


def every(variables: Variables, fact: Term, pattern: tuple[Term, ...] = ()) -> Term:
    """That a fact holds for all values of the variables."""
    told: Term = ("!", fact, ":pattern", pattern) if pattern else fact
    return "forall", tuple((name, spelled(sort)) for name, sort in variables), told
