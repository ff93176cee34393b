"""Describe a loop in sentences: its number of iterations, and which cell an iteration writes, from which values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from veriabs.annotate.formulas import Formula, mathematical
from veriabs.annotate.spelling import HiddenError, Speller
from veriabs.annotate.starts import entry_constants
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.ctree import conjunction, names, negate, statements, substitute, writes
from veriabs.core.expressions import Const, Element, Expr, Var
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.frontend.scopes import Scope
from veriabs.loops.affine import Affine, affine
from veriabs.loops.fuse import counter_values
from veriabs.loops.iterations import LoopStart, listed, trips


def about_loops(program: Program, scopes: Mapping[Where, Scope]) -> dict[Where, list[str]]:
    """The sentences about each loop of the text, in the names of its scope; a loop that was inlined twice appears
    once.
    """
    found: dict[Where, list[str]] = {}
    starts = entry_constants(program)
    for one in listed(program):
        where = one.facts.loop.where
        if where not in found:
            known = starts.get(one.facts.loop.id, {}).items()
            constants = {name: Affine((), int(start.value)) for name, start in known if isinstance(start, Const)}
            listed_loop = replace(one, starts={**constants, **one.starts})
            speller = Speller(program, scopes.get(where, Scope({})), None, dict(one.facts.loop.views))
            found[where] = list(_LoopDescription(program, listed_loop, speller).sentences())
    return found


def failing_iteration(program: Program, example: Counterexample) -> tuple[Where, int] | None:
    """The iteration, counted from 1, in which an assertion in a loop fails, from the value of the loop's counter."""
    seen = {operand.text: operand.value for operand in example.operands}
    line = example.assertion.where.line
    around = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and _asserts_at(stmt, line)]
    for one in listed(program):
        if not any(one.facts.loop.where == loop.where for loop in around):
            continue
        for name, form in counter_values(one.facts, {}).items():
            source, start = program.scalars[name].source, one.starts.get(name)
            if source in seen and form.slope and start is not None and start.is_constant:
                passed, rest = divmod(seen[source] - start.constant, form.slope)
                if rest == 0 and passed >= 0:
                    return one.facts.loop.where, passed + 1
    return None


def _asserts_at(loop: Loop, line: int) -> bool:
    return any(isinstance(stmt, Assert) and stmt.where.line == line for stmt in statements(loop.body))


class _LoopDescription(Struct, frozen=True):
    """Describes one loop with the names in its scope."""

    program: Program
    one: LoopStart
    speller: Speller

    def sentences(self) -> Iterator[str]:
        facts = self.one.facts
        number = trips(self.one)
        if number is not None:
            yield f"the loop runs {'' if facts.exact else 'at most '}{number:,} times"
        elif facts.trips is None:
            yield "the loop has no counter that determines its number of iterations"
        written = [one for one in _assignments(facts.loop.body, ()) if isinstance(one[0].target, Element)]
        count = Counter(stmt.target.array for stmt, _ in written if isinstance(stmt.target, Element))
        for stmt, guards in written:
            assert isinstance(stmt.target, Element)
            with suppress(HiddenError):
                yield self._write(stmt, stmt.target, guards, count[stmt.target.array] == 1)

    def _write(self, stmt: Assign | Havoc, target: Element, guards: tuple[Expr, ...], alone: bool) -> str:
        """`cell k of b is written once, in the iteration with i == k, from a[k] (nothing writes a after line 7)`."""
        array = self.speller.seen(self.program.arrays[target.array])
        counter = self._counter(target)
        again = {counter.name: CELL} if counter is not None else {}
        letter = self.speller.letters(1)[0]
        where = f"cell {letter} of {array}" if counter is not None else self.speller.text(target)
        once = "once" if alone and not guards and counter is not None else "at most once" if alone and counter else ""
        sentence = f"{where} is written{f' {once}' if once else ''}"
        if counter is not None:
            sentence += f", in the iteration with {self.speller.text(counter)} == {letter}"
        if guards:
            sentence += f" and only if {self._text(substitute(conjunction(guards), again))}"
        if isinstance(stmt, Havoc):
            return f"{sentence}, with any value"
        value = substitute(stmt.value, again)
        return f"{sentence}, from {self._text(value)}{self._earlier_write_lines(value)}"

    def _counter(self, target: Element) -> Var | None:
        """The counter that is the index itself, so that each iteration has its own cell."""
        (index, *others) = target.indices
        moving = counter_values(self.one.facts, {})
        plain = index if isinstance(index, Var) else getattr(index, "operand", None)
        if others or not isinstance(plain, Var) or affine(index, moving) != affine(plain, moving):
            return None
        form = moving.get(plain.name)
        return plain if form is not None and form.slope else None

    def _earlier_write_lines(self, value: Expr) -> str:
        """The lines of the last writes to the arrays that are read, if those are before this loop."""
        here, remarks = self.one.facts.loop, []
        for name in sorted(names(value) & self.program.arrays.keys() - writes((*here.body, *here.update))):
            last = max((line for line in _write_lines(self.program.body, name)), default=None)
            array = self.speller.seen(self.program.arrays[name])
            if last is None:
                remarks.append(f"nothing writes {array}")
            elif last < here.where.line:
                remarks.append(f"nothing writes {array} after line {last}")
        return f" ({'; '.join(remarks)})" if remarks else ""

    def _text(self, expr: Expr) -> str:
        return self.speller.text(mathematical(Formula(expr), self.program.task.data_model).fact)


def _assignments(body: tuple[Stmt, ...], guards: tuple[Expr, ...]) -> Iterator[tuple[Assign | Havoc, tuple[Expr, ...]]]:
    """The assignments of an iteration outside of inner loops, with the conditions around them."""
    for stmt in body:
        match stmt:
            case Assign() | Havoc():
                yield stmt, guards
            case If(test=test, then=then, orelse=orelse):
                yield from _assignments(then, (*guards, test))
                yield from _assignments(orelse, (*guards, negate(test)))
            case _:
                pass


def _write_lines(body: tuple[Stmt, ...], array: str) -> Iterator[int]:
    for stmt in statements(body):
        if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element) and stmt.target.array == array:
            yield stmt.where.line
        if isinstance(stmt, Loop) and array in writes((*stmt.body, *stmt.update)):
            yield stmt.where.line
