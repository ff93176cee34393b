"""How many elements the accesses of a function suggest that a pointer has.

Only a suggestion, which the user is told as an assumption: accesses beyond it are found out of bounds, where that is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.frontend.counting import Counters, Loops, places
from veriabs.frontend.sums import Sum, factor, greater, number
from veriabs.frontend.survey import walk

_DEEPEST = 4
"""Calls that a pointer is followed through."""

_COPYING = {"memcpy": 2, "memmove": 2, "memset": 2, "memcmp": 2, "memchr": 2, "strncpy": 2, "strncat": 2}
"""Functions of which one argument says how many bytes others have."""

READING_TEXTS = frozenset(
    ("strlen", "strchr", "strrchr", "strcmp", "strcasecmp", "strstr", "strspn", "strcspn", "strpbrk", "strdup", "atoi",
     "atol", "atoll", "atof", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "puts", "fputs")
)  # fmt: skip
"""Functions that read each of their texts to its end."""


class Access(Struct, frozen=True):
    """How many elements an access needs, if that is known; is it more than the numbers of single elements?"""

    size: Sum | None
    ranged: bool = False


_MOST = 1 << 47
"""No object has more elements: a number as large as `SIZE_MAX` stands for no limit at all."""


def extent_of(parameter: c_ast.Decl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]) -> str | None:
    """A number of elements, as an expression over the parameters, or None where the accesses tell nothing."""
    declared = parameter.type.dim if isinstance(parameter.type, c_ast.ArrayDecl) else None
    if declared is not None:
        return str(CGenerator().visit(declared))
    given = _scalars(function)
    found = list(_Pointer.of(parameter, function, functions, given).accesses())
    sizes = [one.size for one in found if one.size is not None and one.ranged]
    if not sizes and all(one.size is not None for one in found):
        sizes = [one.size for one in found if one.size is not None]
    sizes = [size for size in sizes if size.number is None] or sizes
    largest = reduce(greater, sizes) if sizes else None
    if largest is None or (largest.number is not None and largest.number > _MOST):
        return None
    return largest.text


def is_text(
    parameter: c_ast.Decl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], *, first: bool = False
) -> bool:
    """Is what the pointer points to read up to a 0, or compared with one?

    Where that comes `first`, tests of loops ask for it in front of any other limit.
    """
    given = _scalars(function)
    return _Pointer.of(parameter, function, functions, given).reads_text(first=first)


class _Pointer(Struct, frozen=True):
    """A pointer in one function: a parameter, or, if it `begins` anywhere, a variable that begins as one."""

    name: str
    unit: str
    counters: Counters
    functions: Mapping[str, c_ast.FuncDef]
    deepest: int = _DEEPEST
    begins: int = 0

    @classmethod
    def of(
        cls,
        parameter: c_ast.Decl,
        function: c_ast.FuncDef,
        functions: Mapping[str, c_ast.FuncDef],
        given: Mapping[str, Sum | None],
        deepest: int = _DEEPEST,
    ) -> _Pointer:
        unit = _unit(parameter.type)
        known = {**given, parameter.name: number(0)}
        sized = frozenset(given) if deepest == _DEEPEST else frozenset[str]()
        counters = Counters.of(function, known, frozenset({parameter.name}), sized)
        return cls(parameter.name, unit, counters, functions, deepest)

    def accesses(self) -> Iterator[Access]:
        """What the accesses through it need, here and in the functions that it is handed to."""
        written = [node.lvalue for node in walk(self.counters.function.body) if isinstance(node, c_ast.Assignment)]
        for node, loops in places(self.counters.function.body):
            index = self._index(node)
            if index is not None:
                reading = replace(self, counters=replace(self.counters, ends=False))
                yield (self if node in written else reading)._at(index, loops)
            match node:
                case c_ast.StructRef(type="->", name=base) if self._is_it(base):
                    yield Access(number(1), True)
                case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=arguments)):
                    yield from self._called(name, arguments, loops)
                case c_ast.Decl(name=str() as other, init=c_ast.Node() as value) if self._begins(value):
                    if other != self.name and self.deepest:
                        yield from self._as(other).accesses()

    def _index(self, node: c_ast.Node) -> c_ast.Node | None:
        """The index of an access through it."""
        match node:
            case c_ast.ArrayRef(name=base, subscript=index) if self._is_it(base):
                return index
            case c_ast.UnaryOp(op="*", expr=c_ast.BinaryOp(op="+", left=base, right=index)) if self._is_it(base):
                return index
            case c_ast.UnaryOp(op="*", expr=base) if self._is_it(base):
                return c_ast.Constant("int", "0")
            case _:
                return None

    def reads_text(self, *, first: bool = False) -> bool:
        """Does a loop go on until a cell is 0, is a cell compared with 0, or is it handed to a function that does that?

        What comes `first` are tests of loops that begin with a cell.
        """
        for node, _ in places(self.counters.function.body):
            match node:
                case c_ast.For(cond=test) | c_ast.While(cond=test) if test is not None and self._ends_text(test, first):
                    return True
                case c_ast.BinaryOp(op="==", left=cell, right=zero) if not first and _is_zero(zero):
                    if self._is_cell(cell):
                        return True
                case c_ast.BinaryOp(op="==" | "!=", left=left, right=right) if not first:
                    if self._is_beside_text(left, right) or self._is_beside_text(right, left):
                        return True
                case c_ast.If(cond=test) if not first and self._ends_text(test, first):
                    return True
                case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=arguments)):
                    own = [position for position, one in enumerate(arguments) if self._is_it(one)]
                    if own and (name in READING_TEXTS or (name in ("strcpy", "strcat") and own == [1])):
                        return True
                    if any(inner.reads_text(first=first) for inner, _ in self._inner(name, arguments, ())):
                        return True
                case c_ast.Decl(name=str() as other, init=c_ast.Node() as value) if self._begins(value):
                    if other != self.name and self.deepest and self._as(other).reads_text(first=first):
                        return True
        return False

    def _ends_text(self, test: c_ast.Node, first: bool) -> bool:
        """`*s`, `s[i] != 0`, `c = *s++` and the like, on the way to the end of a loop."""
        match test:
            case c_ast.BinaryOp(op="&&", left=left, right=right):
                return self._ends_text(left, first) or (not first and self._ends_text(right, first))
            case c_ast.BinaryOp(op="!=", left=cell, right=zero) if _is_zero(zero):
                return self._ends_text(cell, first)
            case c_ast.Assignment(op="=", rvalue=cell):
                return self._ends_text(cell, first)
            case _:
                return self._is_cell(test)

    def _is_beside_text(self, own: c_ast.Node, other: c_ast.Node) -> bool:
        """Is a cell compared with one of a text that a loop ends with?"""
        names = {node.name for node in walk(other) if isinstance(node, c_ast.ID)} - {self.name}
        others = [replace(self, name=name) for name in names if self._is_cell(own)]
        return any(one._is_cell(other) and one._ends_loop() for one in others)

    def _ends_loop(self) -> bool:
        tests = (node.cond for node in walk(self.counters.function.body) if isinstance(node, c_ast.For | c_ast.While))
        return any(test is not None and self._ends_text(test, False) for test in tests)

    def _is_cell(self, node: c_ast.Node) -> bool:
        match node:
            case c_ast.ArrayRef(name=base) | c_ast.UnaryOp(op="*", expr=base):
                return any(self._is_it(part) for part in walk(base))
            case _:
                return False

    def _as(self, other: str) -> _Pointer:
        counters = replace(self.counters, pointers=self.counters.pointers | {other})
        return _Pointer(other, self.unit, counters, self.functions, self.deepest - 1, 1)

    def _is_it(self, node: c_ast.Node) -> bool:
        match node:
            case c_ast.ID(name=found):
                return bool(found == self.name)
            case c_ast.UnaryOp(op="p++" | "++", expr=inner):
                return self._is_it(inner)
            case c_ast.Cast(expr=inner):
                return self.unit in ("void", "char", "unsigned char") and self._is_it(inner)
            case _:
                return False

    def _begins(self, value: c_ast.Node) -> bool:
        return isinstance(value, c_ast.ID | c_ast.Cast) and self._is_it(value)

    def _at(self, index: c_ast.Node, loops: Loops) -> Access:
        """What an access needs at an index, beside what the pointer has moved."""
        moved = self._moved(loops)
        most = self.counters.most(index, loops)
        if moved is None or most is None:
            return Access(None)
        size = most + moved + number(1)
        names = {node.name for node in walk(index) if isinstance(node, c_ast.ID)}
        ranged = moved.products != {} or any(self.counters.counter(name, loops) is not None for name in names)
        if most.number is None and not ranged and most.plain >= 0:
            return Access(None)  # of a number that is given no size follows
        return Access(size, ranged or bool(names))

    def _moved(self, loops: Loops) -> Sum | None:
        """How far it has moved there at most."""
        changes = self.counters.changes.get(self.name, [])
        if len([one for one in changes if not one.adds]) > self.begins:
            return None
        moved = self.counters.counter(self.name, loops) if any(one.adds for one in changes) else (None, number(0))
        return None if moved is None else moved[1]

    def _called(self, name: str, arguments: list[c_ast.Node], loops: Loops) -> Iterator[Access]:
        own = [one for one in arguments if self._is_it(one)]
        if name in _COPYING and own and len(arguments) == 3 and self._is_it(arguments[0]) | self._is_it(arguments[1]):
            bytes_ = self.counters.most(arguments[_COPYING[name]], loops)
            yield Access(bytes_ if self.unit in ("char", "unsigned char", "void") else None, True)
            return
        inner = list(self._inner(name, arguments, loops))
        for pointer, _ in inner:
            yield from pointer.accesses()
        if own and not inner and name not in READING_TEXTS:
            yield Access(None)

    def _inner(self, name: str, arguments: list[c_ast.Node], loops: Loops) -> Iterator[tuple[_Pointer, c_ast.Node]]:
        """The pointer as parameters of a function of the file that is called."""
        called = self.functions.get(name)
        if called is None or self.deepest == 0:
            return
        names = _parameters(called)
        given = {one.name: self.counters.most(value, loops) for one, value in zip(names, arguments, strict=False)}
        for parameter, argument in zip(names, arguments, strict=False):
            if self._is_it(argument):
                yield self.of(parameter, called, self.functions, given, self.deepest - 1), argument


def _scalars(function: c_ast.FuncDef) -> dict[str, Sum | None]:
    """The parameters, which stand for themselves unless they are pointers."""
    return {
        one.name: None if isinstance(one.type, c_ast.PtrDecl | c_ast.ArrayDecl) else factor(one.name)
        for one in _parameters(function)
    }


def _is_zero(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.value in ("0", r"'\0'")


def _unit(ctype: c_ast.Node) -> str:
    """The type that a pointer points to, as text, without qualifiers."""
    inner = getattr(ctype, "type", None)
    names = getattr(getattr(inner, "type", None), "names", None)
    return " ".join(names) if names else ""


def _parameters(function: c_ast.FuncDef) -> list[c_ast.Decl]:
    listed = function.decl.type.args.params if function.decl.type.args else []
    return [one for one in listed if isinstance(one, c_ast.Decl) and one.name is not None]
