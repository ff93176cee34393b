"""How large the counters of a function get, as its loops suggest.

Only a suggestion: a counter is taken to be changed where it is seen to be, and a loop to run to the end.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import mul

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.frontend.sums import Sum, factor, greater, last, number, quotient
from veriabs.frontend.survey import STEPS, walk

_LOOPS = c_ast.For | c_ast.While | c_ast.DoWhile

Loops = tuple[c_ast.Node, ...]
"""Those around a place, the innermost last."""

_ABOVE = {">": 1, ">=": 0, "!=": 1}
_BELOW = {"<": -1, "<=": 0, "!=": -1}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_BYTES = ("unsigned char", "uint8_t")
_DEEPEST = 6
"""Variables that a bound is followed through."""


class Change(Struct, frozen=True):
    """What is given to a variable, or added to it, and the loops around that."""

    value: c_ast.Node | None
    adds: bool
    loops: Loops


class Counters(Struct):
    """The variables of a function; `given` are its parameters, in those of the entry, as far as that is known.

    `pointers` are those that are counted from where they begin, which is what their names stand for. Of what
    is `sized` the entry knows the size as well. Behind
    its loop a counter is one more than in it, where it `ends` so: what is written there is meant to have room.
    """

    function: c_ast.FuncDef
    given: Mapping[str, Sum | None]
    changes: dict[str, list[Change]]
    pointers: frozenset[str] = frozenset()
    sized: frozenset[str] = frozenset()
    ends: bool = True
    deep: int = 0

    @classmethod
    def of(
        cls,
        function: c_ast.FuncDef,
        given: Mapping[str, Sum | None],
        pointers: frozenset[str] = frozenset(),
        sized: frozenset[str] = frozenset(),
    ) -> Counters:
        changes = defaultdict[str, list[Change]](list)
        for node, loops in places(function.body):
            for name, change in _changes(node, loops):
                changes[name].append(change)
        return cls(function, given, dict(changes), pointers, sized)

    def most(self, expr: c_ast.Node | None, loops: Loops) -> Sum | None:
        """The largest value of an expression there, or None."""
        return self._bound(expr, loops, 1)

    def _bound(self, expr: c_ast.Node | None, loops: Loops, side: int) -> Sum | None:
        """The largest value of an expression, or the least if `side` is -1."""
        match expr:
            case c_ast.Constant(type=kind, value=text) if "int" in kind:
                return number(int(text.rstrip("uUlL"), 8 if re.match("0[0-7]", text) else 0))
            case c_ast.ID(name=name):
                return self._variable(name, loops, side)
            case c_ast.Cast(to_type=ctype, expr=inner):
                found = self._bound(inner, loops, side)
                is_byte = CGenerator().visit(ctype) in _BYTES
                return number(255) if is_byte and side > 0 and (found is None or found.number is None) else found
            case c_ast.UnaryOp(op="p++" | "p--", expr=inner):
                return self._bound(inner, loops, side)
            case c_ast.UnaryOp(op="-", expr=inner):
                found = self._bound(inner, loops, -side)
                return None if found is None else -found
            case c_ast.UnaryOp(op="sizeof", expr=sized) if not set(_names(sized)) - self.sized:
                return factor(str(CGenerator().visit(expr)))
            case c_ast.BinaryOp(op=op, left=left, right=right):
                return self._operation(op, left, right, loops, side)
            case c_ast.StructRef() if side > 0:
                return self._compared(expr)
            case _:
                return None

    def _compared(self, expr: c_ast.Node) -> Sum | None:
        """What a value is compared with somewhere to be less: `if (p->next >= n) return 0;`, with another parameter."""
        text = CGenerator().visit(expr)
        tests = (node for node in walk(self.function.body) if isinstance(node, c_ast.BinaryOp) and node.op in _TURNED)
        for test in tests:
            for op, left, right in ((test.op, test.left, test.right), (_TURNED[test.op], test.right, test.left)):
                other = isinstance(right, c_ast.ID) and self.given.get(right.name)
                if op != "!=" and isinstance(other, Sum) and other.number is None and CGenerator().visit(left) == text:
                    return other - number(op in ("<", ">="))
        return None

    def _operation(self, op: str, left: c_ast.Node, right: c_ast.Node, loops: Loops, side: int) -> Sum | None:
        if op in "%&" and side > 0:
            masks = [self._bound(one, loops, 1) for one in ((right,) if op == "%" else (right, left))]
            known = [one for one in masks if one is not None and (op == "%" or one.number is not None)]
            return known[0] - number(op == "%") if known else None
        middle = _middle(op, left, right)
        if middle is not None and side > 0:
            ends = [self._bound(end, loops, 1) for end in middle]
            return None if None in ends else reduce(greater, (end for end in ends if end is not None))
        one = self._bound(left, loops, side)
        other = self._bound(right, loops, -side if op == "-" else side)
        if one is None or other is None:
            return None
        match op:
            case "+":
                return one + other
            case "-":
                return one - other
            case "*":
                return one * other
            case "/":
                return quotient(one, other)
            case "<<" | ">>" if other.number is not None and 0 <= other.number < 64:
                step = number(1 << other.number)
                return one * step if op == "<<" else quotient(one, step)
            case _:
                return None

    def _variable(self, name: str, loops: Loops, side: int) -> Sum | None:
        if self.deep > _DEEPEST:
            return None
        inner = replace(self, deep=self.deep + 1)
        ranged = None if name in self.pointers else inner.counter(name, loops)
        if ranged is not None:
            return ranged[side > 0]
        own = self.changes.get(name, [])
        if name in self.pointers or (name in self.given and all(one.adds for one in own)):
            known = None if own or side < 0 or name in self.pointers else self._compared(c_ast.ID(name))
            return known or self.given.get(name, number(0))
        first = next((one for one in own if not one.adds), None)
        if first is not None and (len(own) == 1 or (side > 0 and self._falls(name))):
            return inner._bound(first.value, first.loops, side)
        return None

    def _falls(self, name: str) -> bool:
        """Is a variable, after it has begun, only given what is less than another by a number, as in a search?"""
        later = [one.value for one in self.changes[name]][1:]
        return all(isinstance(one, c_ast.BinaryOp) and one.op == "-" for one in later)

    def counter(self, name: str, loops: Loops) -> tuple[Sum, Sum] | None:
        """The least and the largest value of a counter there: by the test of a loop, or by its steps."""
        for position in reversed(range(len(loops))):
            found = self._tested(name, loops[: position + 1])
            if found is not None:
                return found
        steps = self.steps(name, loops)
        start = self._start(name, None, loops) if steps is not None else None
        if start is not None and steps is not None:
            return start, start + steps
        for loop, around in self._loops_of(name):
            found = self._tested(name, (*around, loop)) if loop not in loops else None
            if found is not None:
                return found[0], found[1] + number(self.ends)
        return None

    def steps(self, name: str, loops: Loops) -> Sum | None:
        """How much is added to a variable before the last place in such loops; None unless it only grows by numbers."""
        adding = [one for one in self.changes.get(name, []) if one.adds]
        values = [self._bound(one.value, one.loops, 1) for one in adding]
        if not adding or any(value is None or (value.number or 0) <= 0 for value in values):
            return None
        total, latest, outside = number(0), 0, not any(one.loops and one.loops[-1] in loops for one in adding)
        for change, value in zip(adding, values, strict=True):
            counts = [self.rounds(change.loops[: at + 1]) for at in range(len(change.loops))]
            if value is None or any(count is None for count in counts):
                return None
            total += reduce(mul, [count for count in counts if count is not None], value)
            if change.loops and (change.loops[-1] in loops or (outside and not self.ends)):
                latest = min(latest or value.plain, value.plain)
        return total - number(latest)

    def rounds(self, loops: Loops) -> Sum | None:
        """How often the innermost of the loops goes round whenever it is entered, or None."""
        loop = loops[-1]
        for name in dict.fromkeys(_names(loop.cond)):
            changed = [one for one in self.changes.get(name, []) if one.adds and loop in one.loops]
            found = self._tested(name, loops) if changed else None
            step = self._bound(changed[0].value, loops, 1) if changed else None
            if found is None or step is None or step.number is None:
                continue
            span, length = found[1] - found[0], abs(step.number)
            return (span if length == 1 else quotient(span, number(length))) + number(1)
        return None

    def _tested(self, name: str, loops: Loops) -> tuple[Sum, Sum] | None:
        """The values of a counter that the innermost loop tests."""
        for op, counter, other in _tests(loops[-1].cond):
            if name not in _names(counter):
                continue
            beside, outer = self._beside(name, counter), loops[:-1]
            least = self._start(name, loops[-1], outer)
            downwards = [isinstance(one.value, c_ast.UnaryOp) for one in self.changes.get(name, []) if one.adds]
            falls, only = any(downwards), all(downwards) and isinstance(counter, c_ast.ID | c_ast.UnaryOp)
            if op in _BELOW and not falls and beside is not None:
                bound = self._bound(other, outer, 1)
                if bound is not None:
                    begins, end = least or number(0), bound + number(_BELOW[op] + 1) - beside
                    return begins, last(begins, end, self._step(name))
            elif op in _ABOVE and falls and only and least is not None:
                low = self._bound(other, outer, -1)
                early = isinstance(counter, c_ast.UnaryOp)
                if low is not None:
                    return low + number(_ABOVE[op] - early), least - number(early)
        return None

    def _step(self, name: str) -> int:
        """What is added to a counter in each round; 1 if that is not known."""
        steps = [self._bound(one.value, (), 1) for one in self.changes.get(name, []) if one.adds]
        only = steps[0].number if len(steps) == 1 and steps[0] is not None else None
        return only if only is not None and only > 0 else 1

    def _beside(self, name: str, counter: c_ast.Node) -> Sum | None:
        """What is added to the counter where it is tested."""
        match counter:
            case c_ast.ID() | c_ast.UnaryOp():
                return number(0)
            case c_ast.Cast(expr=inner):
                return self._beside(name, inner)
            case c_ast.BinaryOp(op="+", left=c_ast.ID(), right=right):
                return self._bound(right, (), 1)
            case _:
                return None

    def _start(self, name: str, loop: c_ast.Node | None, loops: Loops) -> Sum | None:
        """What a counter begins with, before a loop or at all."""
        own = [one for one in self.changes.get(name, []) if not one.adds]
        if isinstance(loop, c_ast.For) and loop.init is not None:
            begun = [change for node in walk(loop.init) for found, change in _changes(node, ()) if found == name]
            own = begun or own
        if not own:
            return self.given.get(name)
        found = [self._bound(one.value, loops, 1) for one in own]
        return found[0] if found[0] is not None and all(one == found[0] for one in found) else None

    def _loops_of(self, name: str) -> Iterator[tuple[c_ast.Node, Loops]]:
        for node, loops in places(self.function.body):
            if isinstance(node, _LOOPS) and name in _names(node.cond):
                yield node, loops


def places(tree: c_ast.Node) -> Iterator[tuple[c_ast.Node, Loops]]:
    """Every node with the loops that it is in, in textual order."""
    waiting: list[tuple[c_ast.Node, Loops]] = [(tree, ())]
    while waiting:
        node, loops = waiting.pop()
        yield node, loops
        inner = (*loops, node) if isinstance(node, _LOOPS) else loops
        begins = node.init if isinstance(node, c_ast.For) else None
        waiting += ((below, loops if below is begins else inner) for below in reversed(list(node)))


def _changes(node: c_ast.Node, loops: Loops) -> Iterator[tuple[str, Change]]:
    match node:
        case c_ast.Decl(name=str() as name, init=c_ast.Node() as value):
            yield name, Change(value, False, loops)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value):
            yield name, Change(value, False, loops)
        case c_ast.Assignment(op="+=" | "-=" as op, lvalue=c_ast.ID(name=name), rvalue=value):
            yield name, Change(value if op == "+=" else c_ast.UnaryOp("-", value), True, loops)
        case c_ast.Assignment(lvalue=c_ast.ID(name=name)) | c_ast.UnaryOp(op="&", expr=c_ast.ID(name=name)):
            yield name, Change(None, False, loops)
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op in STEPS:
            one = c_ast.Constant("int", "1")
            yield name, Change(one if STEPS[op] == "+" else c_ast.UnaryOp("-", one), True, loops)


def _tests(test: c_ast.Node | None) -> Iterator[tuple[str, c_ast.Node, c_ast.Node]]:
    """Comparisons that hold in each round, either way round; a number alone is compared with 0."""
    zero = c_ast.Constant("int", "0")
    match test:
        case c_ast.BinaryOp(op="&&", left=left, right=right):
            yield from _tests(left)
            yield from _tests(right)
        case c_ast.BinaryOp(op=op, left=left, right=right) if op in _TURNED:
            yield op, left, right
            yield _TURNED[op], right, left
        case c_ast.ID() | c_ast.UnaryOp(op="p--", expr=c_ast.ID()):
            yield "!=", test, zero


def _names(expr: c_ast.Node | None) -> Sequence[str]:
    return [node.name for node in walk(expr) if isinstance(node, c_ast.ID)] if expr is not None else []


def _middle(op: str, left: c_ast.Node, right: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The ends that an expression lies between: `(a + b) / 2`, `a + (b - a) / 2`."""
    match op, left, right:
        case ("/", c_ast.BinaryOp(op="+", left=low, right=high), c_ast.Constant(value="2")):
            return low, high
        case (">>", c_ast.BinaryOp(op="+", left=low, right=high), c_ast.Constant(value="1")):
            return low, high
        case ("+", low, c_ast.BinaryOp(left=c_ast.BinaryOp(op="-", left=high, right=less))) if _names(low):
            return (low, high) if _names(low) == _names(less) else None
        case _:
            return None
