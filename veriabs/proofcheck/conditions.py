"""Generate the verification conditions of a certificate over the lowered program (docs/proofs.md).

One pass in textual order: each assignment gives its variable a new name, branches are merged by their condition, and
loops are cut. The invariants of a loop are conditions at its entry and after an arbitrary iteration that starts with
them; after the loop, its variables have any values that the invariants admit. Bounds of accesses, and assertions, are
conditions as well. The result is an SMT-LIB 2 script; the program is proved if every `check-sat` answers `unsat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import statements, writes
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Element, Expr, LValue, Var
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import (
    NO_LOOP,
    Assert,
    Assign,
    Break,
    Continue,
    Evaluate,
    Halt,
    Havoc,
    If,
    Loop,
    LoopId,
    Stmt,
)
from veriabs.core.types import CType, IntType
from veriabs.proofcheck.definitions import NO_THEORY, DefinitionLemma, Theory, Vocabulary, define, every
from veriabs.proofcheck.expressions import ExpressionTranslator, in_range, prelude
from veriabs.proofcheck.terms import (
    BOOL,
    FALSE,
    INT,
    ITERATION,
    TRUE,
    SmtTerm,
    Sort,
    TermError,
    conjunction,
    disjunction,
    implies,
    negate,
    replace_all,
    sort_term,
)

PUSH, POP, CHECK = ("push", "1"), ("pop", "1"), ("check-sat",)


class CheckSubject(Struct, frozen=True):
    """The subject of one `check-sat`: an invariant by its loop and number there, a lemma by its number."""

    text: str
    loop: LoopId = NO_LOOP
    number: int = 0
    lemma: bool = False

    def __str__(self) -> str:
        return self.text


class Script(Struct, frozen=True):
    """SMT-LIB 2 commands, and the subject of each `check-sat` in order.

    `assumed` maps positions of commands that assume an invariant to its loop and number there.
    """

    commands: tuple[SmtTerm, ...]
    about: tuple[CheckSubject, ...]
    assumed: Mapping[int, tuple[LoopId, int]] = {}


class _State(Struct, frozen=True):
    """A symbolic state: the path condition, and the values of variables.

    Two states at one place exclude each other: they come from one state by a test and its negation.
    """

    path: SmtTerm
    values: Mapping[str, SmtTerm]

    def under(self, condition: SmtTerm) -> _State:
        return replace(self, path=conjunction(self.path, condition))

    def setting(self, name: str, value: SmtTerm) -> _State:
        return replace(self, values={**self.values, name: value})


class _Jumps(Struct):
    """The states at exits of the innermost loop, and at ends of its iteration."""

    left: list[_State] = field(default_factory=list)
    over: list[_State] = field(default_factory=list)


def conditions(
    program: Program, invariants: Mapping[LoopId, tuple[str, ...]], theory: Theory = NO_THEORY, *, wraps: bool
) -> Script:
    """The conditions for every assertion of the program to hold.

    With `wraps` signed overflow wraps; otherwise the proof covers runs up to the first overflow. Raises InputError for
    malformed formulas, and UnsupportedError for programs that certificates do not support.
    """
    loops = {stmt.id for stmt in statements(program.body) if isinstance(stmt, Loop)}
    if others := invariants.keys() - loops:
        raise TermError(f"there is no loop {min(others)}")
    maker = _Maker(program, invariants, wraps)
    maker.define(theory)
    maker.run()
    return Script(tuple(maker.commands), tuple(maker.about), maker.assumed)


class _Maker(Struct):
    """Collects the commands of an SMT-LIB script; the invariants prove the program if each of its questions is unsat.

    - `commands`: the script so far. `about`: what each of its questions asks. `assumed`: see `Script`.
    - `jumps`: the states that leave the enclosing loops by `break` or `continue`. `numbers`: for fresh names.
    - `wraps`: unsigned numbers wrap around. `vocabulary`: the functions that terms may mention.
    """

    program: Program
    invariants: Mapping[LoopId, tuple[str, ...]]
    wraps: bool
    commands: list[SmtTerm] = field(default_factory=prelude)
    about: list[CheckSubject] = field(default_factory=list)
    assumed: dict[int, tuple[LoopId, int]] = field(default_factory=dict)
    jumps: list[_Jumps] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    vocabulary: Vocabulary = Vocabulary({})

    def define(self, theory: Theory) -> None:
        """Define the functions and prove the lemmas, each by the preceding ones."""
        for one in theory.functions:
            self.vocabulary, known = self.vocabulary.with_function(one), self.vocabulary
            self.commands += define(one, known)
        for number, lemma in enumerate(theory.lemmas):
            self._lemma(lemma, number)

    def _lemma(self, lemma: DefinitionLemma, number: int) -> None:
        """Prove a lemma by induction over its first variable, with the other variables fixed."""
        known = self.vocabulary.bound(lemma.variables)
        fact = self.vocabulary.term(lemma.holds, known, BOOL)
        pattern = tuple(self.vocabulary.term(text, known, INT) for text in lemma.pattern)
        first, *others = ((name, self._declare_constant(name, sort_term(sort))) for name, sort in lemma.variables)
        name, counter = first
        here = replace_all(fact, {name: counter, **dict(others)})
        before = replace_all(fact, {name: ("-", counter, "1"), **dict(others)})
        step = conjunction((">", counter, "0"), before)
        for beginning, when in ((("<=", counter, "0"), "base case"), (step, "induction step")):
            about = CheckSubject(f"the lemma {lemma.holds} ({when})", NO_LOOP, number, lemma=True)
            self._ask((beginning, negate(here)), about)
        # The name that triggers wherever the other name of the function occurs.
        self.commands.append(("assert", replace_all(every(lemma.variables, fact, pattern), self.vocabulary.earlier())))

    def run(self) -> None:
        state = _State(TRUE, {})
        for variable in self._variables():
            state = state.setting(variable.name, self._initial(variable))
        self._body(self.program.body, state)

    def _variables(self) -> Iterator[Scalar | Array]:
        yield from self.program.scalars.values()
        yield from self.program.arrays.values()

    def _initial(self, variable: Scalar | Array) -> SmtTerm:
        if variable.initial is Initial.NONDET:
            return self._arbitrary_value(variable)
        return self._array(variable, lambda cell: ("=", cell, "0")) if isinstance(variable, Array) else "0"

    # ------------------------------------------------------------------------------------------------------- commands

    def _abbreviate(self, hint: str, sort: SmtTerm, value: SmtTerm) -> SmtTerm:
        """Abbreviate a value by a new name."""
        if isinstance(value, str):
            return value
        name = f"{hint}.{next(self.numbers)}"
        self.commands.append(("define-fun", name, (), sort, value))
        return name

    def _arbitrary_value(self, variable: Scalar | Array) -> SmtTerm:
        """An arbitrary value of the variable's type."""
        ctype = _integer(variable.type)
        if isinstance(variable, Array):
            return self._array(variable, lambda cell: in_range(cell, ctype))
        name = self._declare_constant(variable.name, "Int")
        self.commands.append(("assert", in_range(name, ctype)))
        return name

    def _array(self, array: Array, fact_of: Callable[[SmtTerm], SmtTerm]) -> SmtTerm:
        """An array with a fact about every cell."""
        name = self._declare_constant(array.name, _sort(len(array.sizes)))
        bound = tuple(f"k{dimension}" for dimension in range(len(array.sizes)))
        cell: SmtTerm = name
        for index in bound:
            cell = ("select", cell, index)
        every = tuple((index, "Int") for index in bound)
        self.commands.append(("assert", ("forall", every, ("!", fact_of(cell), ":pattern", (cell,)))))
        return name

    def _declare_constant(self, hint: str, sort: SmtTerm) -> str:
        name = f"{hint}.{next(self.numbers)}"
        self.commands.append(("declare-const", name, sort))
        return name

    def _assume(self, condition: SmtTerm, fact: SmtTerm, about: CheckSubject | None = None) -> None:
        if (known := implies(condition, fact)) != TRUE:
            if about is not None and about.loop != NO_LOOP:
                self.assumed[len(self.commands)] = about.loop, about.number
            self.commands.append(("assert", known))

    def _show(self, path: SmtTerm, fact: SmtTerm, about: CheckSubject) -> None:
        """Add a condition: the fact holds on this path. It is assumed afterwards."""
        if path == FALSE or fact == TRUE:
            return
        self._ask((path, negate(fact)), about)
        self._assume(path, fact, about)

    def _ask(self, parts: Iterable[SmtTerm], about: CheckSubject) -> None:
        """Add a `check-sat` for the conjunction of these parts."""
        self.commands += [PUSH, *(("assert", part) for part in parts), CHECK, POP]
        self.about.append(about)

    # ----------------------------------------------------------------------------------------------------- statements

    def _body(self, body: Iterable[Stmt], state: _State | None) -> _State | None:
        """The state after the statements; None if no run reaches it."""
        for stmt in body:
            if state is None:
                return None
            state = self._stmt(stmt, state)
        return state

    def _stmt(self, stmt: Stmt, state: _State) -> _State | None:
        match stmt:
            case Assign(target=target, value=value):
                translator = self._translator(state, stmt.where)
                return self._assigned(state, target, translator.converted(value, target.type), translator)
            case Havoc(target=target):
                anything = self._arbitrary_value(Scalar("any", target.type, Initial.NONDET, "", stmt.where))
                return self._assigned(state, target, anything, self._translator(state, stmt.where))
            case Evaluate(value=value):
                self._translator(state, stmt.where).value(value)
                return state
            case Assert(test=test):
                self._show(state.path, self._translator(state, stmt.where).truth(test), CheckSubject(str(stmt.goal)))
                return state
            case If():
                return self._if(stmt, state)
            case Loop():
                return self._loop(stmt, state)
            case Break():
                self.jumps[-1].left.append(state)
            case Continue():
                self.jumps[-1].over.append(state)
            case Halt():
                pass
            case _:
                raise UnsupportedError(f"{stmt.where}: certificates do not support a {type(stmt).__name__.lower()}")
        return None

    def _assigned(self, state: _State, target: LValue, value: SmtTerm, translator: ExpressionTranslator) -> _State:
        if isinstance(target, Var):
            return state.setting(target.name, self._abbreviate(target.name, "Int", value))
        name, indices = target.array, translator.indices(target)
        stored = _stored(state.values[name], indices, value)
        return state.setting(name, self._abbreviate(name, _sort(len(indices)), stored))

    def _if(self, stmt: If, state: _State) -> _State | None:
        test = self._tested(stmt.test, state, stmt.where)
        then = self._body(stmt.then, self._assume_test(state, test))
        return self._merge_states([then, self._body(stmt.orelse, self._assume_test(state, negate(test)))])

    def _tested(self, test: Expr, state: _State, where: Where) -> SmtTerm:
        return self._abbreviate("test", "Bool", self._translator(state, where).truth(test))

    def _assume_test(self, state: _State, test: SmtTerm) -> _State:
        """The state after a test with this result."""
        return replace(state, path=self._abbreviate("path", "Bool", conjunction(state.path, test)))

    def _merge_states(self, states: Iterable[_State | None]) -> _State | None:
        """Merge states that exclude each other."""
        coming = [state for state in states if state is not None]
        if len(coming) < 2:
            return coming[0] if coming else None
        first, *others = coming
        for other in others:
            values = dict(first.values)
            for name, value in other.values.items():
                if first.values[name] != value:
                    sort = _sort(self._dimensions_of(name))
                    values[name] = self._abbreviate(name, sort, ("ite", first.path, first.values[name], value))
            first = _State(self._abbreviate("path", "Bool", disjunction(first.path, other.path)), values)
        return first

    def _dimensions_of(self, name: str) -> int:
        return len(self.program.arrays[name].sizes) if name in self.program.arrays else 0

    # ---------------------------------------------------------------------------------------------------------- loops

    def _loop(self, loop: Loop, entry: _State) -> _State | None:
        texts = self.invariants.get(loop.id, ())
        formulas = [self._formula(text) for text in texts]

        def facts_in(state: _State, iteration: SmtTerm) -> list[SmtTerm]:
            values = {f"entry${name}": value for name, value in entry.values.items()}
            values |= {f"${name}": value for name, value in state.values.items()}
            return [replace_all(one, {**values, ITERATION: iteration}) for one in formulas]

        def shown(state: _State, iteration: SmtTerm, when: str) -> None:
            for n, (text, fact) in enumerate(zip(texts, facts_in(state, iteration), strict=True)):
                about = f"the invariant {text} of the loop at {loop.where} {when}"
                self._show(state.path, fact, CheckSubject(about, loop.id, n))

        shown(entry, "1", "at its entry")
        head, iteration = self._arbitrary(loop, entry)
        for n, fact in enumerate(facts_in(head, iteration)):
            self._assume(head.path, fact, CheckSubject(texts[n], loop.id, n))
        test = self._tested(loop.test, head, loop.where)
        self.jumps.append(_Jumps())
        behind = self._body(loop.body, self._assume_test(head, test))
        behind = self._body(loop.update, self._merge_states([behind, *self.jumps[-1].over]))
        jumps = self.jumps.pop()
        if behind is not None:
            shown(behind, ("+", iteration, "1"), "after an iteration")
        leaving = None if test == TRUE else self._assume_test(head, negate(test))
        return self._merge_states([leaving, *jumps.left])

    def _arbitrary(self, loop: Loop, entry: _State) -> tuple[_State, SmtTerm]:
        """The state at the start of an arbitrary iteration, and its number; written variables are arbitrary."""
        written, state = writes((*loop.body, *loop.update)), entry
        for variable in self._variables():
            if variable.name in written:
                state = state.setting(variable.name, self._arbitrary_value(variable))
        iteration = self._declare_constant(ITERATION, "Int")
        self.commands.append(("assert", ("<=", "1", iteration)))
        return state, iteration

    def _formula(self, text: str) -> SmtTerm:
        """Parse a formula of the certificate, which may mention only the program and the theory."""
        known: dict[str, Sort] = {ITERATION: INT}
        for variable in self._variables():
            sort: Sort = ("Int", _dimensions(variable))
            known |= {f"${variable.name}": sort, f"entry${variable.name}": sort}
        return self.vocabulary.term(text, known, BOOL)

    # ---------------------------------------------------------------------------------------------------- expressions

    def _translator(self, state: _State, where: Where) -> ExpressionTranslator:
        def accessed(guard: SmtTerm, fact: SmtTerm, element: Element) -> None:
            about = f"the bounds of the access to {element.array} at {where}"
            self._show(conjunction(state.path, guard), fact, CheckSubject(about))

        def ranged(guard: SmtTerm, fact: SmtTerm) -> None:
            self._assume(conjunction(state.path, guard), fact)

        sizes = {array.name: array.sizes for array in self.program.arrays.values()}
        return ExpressionTranslator(state.values, sizes, self.program.task.data_model, self.wraps, accessed, ranged)


def _stored(cell: SmtTerm, indices: tuple[SmtTerm, ...], value: SmtTerm) -> SmtTerm:
    """The array with one cell set; multidimensional arrays are arrays of arrays."""
    if not indices:
        return value
    first, *others = indices
    return "store", cell, first, _stored(("select", cell, first), tuple(others), value)


def _dimensions(variable: Scalar | Array) -> int:
    return len(variable.sizes) if isinstance(variable, Array) else 0


def _sort(dimensions: int) -> SmtTerm:
    return sort_term(("Int", dimensions))


def _integer(ctype: CType) -> IntType:
    if not isinstance(ctype, IntType):
        raise UnsupportedError(f"certificates do not support values of type {ctype.name}")
    return ctype
