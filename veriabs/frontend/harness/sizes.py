"""Sizes of objects as text, such as `n + 1` or `p->n`, which `--array` gives or runs suggest."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.needs import LVALUE
from veriabs.core.source import Task
from veriabs.core.types import LLONG, IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.scope import Variable
from veriabs.frontend.contract.syntax import Node, Notation
from veriabs.frontend.contract.terms import number
from veriabs.frontend.contract.values import Integer
from veriabs.frontend.harness.clauses import Clauses
from veriabs.frontend.harness.names import generated
from veriabs.frontend.nodes import place_of

MOST = 1 << 40
"""Elements that an object has at most (docs/soundness.md)."""


class SizeReader(Struct, frozen=True):
    """Reads the sizes of one function's objects; `given` are those from `--array`, whose errors name the option."""

    task: Task
    function: c_ast.FuncDef
    clauses: Clauses
    given: Mapping[str, str]

    def with_variables(self, size: str, key: str) -> Generator[str, None, str]:
        """The size with a new variable in place of each member such as `p->n`, whose range is then known."""
        own = dict[str, str]()
        for lvalue in re.findall(LVALUE, size):
            if lvalue.isidentifier() or lvalue in own:
                continue
            value, name = self.count(self.parse(lvalue, key), lvalue, key), self.clauses.names.fresh("size")
            yield generated(f"{value.type.name} {name} = {value.text};")
            self.clauses.variables[name] = Variable(name, value.type, local=True)
            own[lvalue] = name
        return re.sub(LVALUE, lambda found: own.get(found[0], found[0]), size)

    def parse(self, size: str, key: str) -> Node:
        from veriabs.frontend.contract.reader import read_clause  # imported late: brings lark, and few programs need it

        where = place_of(self.function.decl, self.task)
        try:
            return read_clause(size, Notation.ACSL, where)
        except (InputError, UnsupportedError) as error:
            raise self._error(size, key, error) from error

    def count(self, node: Node, size: str, key: str) -> Integer:
        where = place_of(self.function.decl, self.task)
        try:
            return number(node, self.clauses.scope(replace(where, column=0), Notation.ACSL))
        except (InputError, UnsupportedError) as error:
            raise self._error(size, key, error) from error

    def _error(self, size: str, key: str, error: Exception) -> InputError | UnsupportedError:
        if key in self.given:
            return InputError(f"--array {key}:{size}: {error}")
        where = place_of(self.function.decl, self.task)
        return UnsupportedError(f"{where}: the number of elements of {key}, {size}, cannot be computed")

    def limited(self, last: Node, *, downwards: bool = False) -> Iterator[str]:
        """Statements that exclude values of an index like `n` or `n - 1` that are too large for any object."""
        match last:
            case syntax.Name() as name:
                pass
            case syntax.Binary("+" | "-", syntax.Name() as name, syntax.Number()):
                pass
            case _:
                return
        ctype = self.clauses.type_of(name.name)
        if not isinstance(ctype, IntType) or ctype.bits < LLONG.bits:
            return
        text = self.clauses.variables[name.name].text
        if ctype.signed and downwards:
            yield generated(f"if ({text} < -{MOST}LL) abort();")
        yield generated(f"if ({text} > {MOST}) abort();")
        self.clauses.limit(name.name, -MOST if ctype.signed and downwards else None, MOST)
