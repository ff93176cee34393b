"""A lowered program as C that can be compiled and run: it reports events like the user's own (see `runtime.c`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import prod

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import reads, statements
from veriabs.core.expressions import Const, Element, Expr, Var
from veriabs.core.program import ENDLESS, Array, Initial, Program, Scalar
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import CType, FloatType, IntType
from veriabs.frontend.typed.types import Address

CELLS = 1 << 16
"""The room of an array whose size is no constant."""

HEAD = """\
typedef __SIZE_TYPE__ conformance_size;
unsigned long conformance_draw(void);
_Noreturn void conformance_end(void);
void conformance_check(int);
conformance_size conformance_cell(long long, unsigned long long);
conformance_size conformance_room(unsigned long long, unsigned long long);
void conformance_at_end(void (*)(void));
void conformance_mix(const void *, conformance_size);
void conformance_mix_number(double);
void conformance_global(const char *);
"""


@dataclass(frozen=True, slots=True)
class Object:
    """A scalar or an array of the file scope: its name in the lowered program, and how the user's program spells it."""

    name: str
    path: str
    sizes: tuple[int, ...]
    floating: bool

    def cells(self) -> tuple[str, list[str]]:
        """The statement that reports one cell, and the loops around it."""
        counters = [f"conformance_{n}" for n in range(len(self.sizes))]
        head, *rest = self.path.split("[]")
        cell = head + "".join(f"[{c}]{part}" for c, part in zip(counters, rest, strict=False))
        cell += "".join(f"[{c}]" for c in counters[len(rest) :])
        loops = zip(counters, self.sizes, strict=True)
        return _mixed(cell, self.floating), [f"for (int {c} = 0; {c} < {size}; {c}++)" for c, size in loops]


def report(objects: Iterable[Object]) -> str:
    """The function in the user's program that reports the contents of its global objects."""
    lines = ["static void conformance_report(void) {"]
    for one in objects:
        cell, loops = one.cells()
        lines.append(f"  {' '.join(loops)} {cell}")
        lines.append(f'  conformance_global("{one.name}");')
    lines += ["}", "__attribute__((constructor)) static void conformance_begin(void) {"]
    return "\n".join([*lines, "  conformance_at_end(conformance_report);", "}", ""])


def objects(program: Program, declared: dict[str, int], packed: frozenset[str]) -> tuple[Object, ...]:
    """The objects of the lowered program that are of file scope; `declared` maps their names to their lines.

    Members are left out if they share the name of a bit-field, which has no address, or if their value is unknown.
    """
    lost = lost_scalars(program)
    found = []
    for one in (*program.scalars.values(), *program.arrays.values()):
        sizes = one.sizes if isinstance(one, Array) else ()
        base = one.source.split(".")[0].split("[")[0]
        known = declared.get(base) == one.where.line and one.type.name != "long double"
        known = known and not isinstance(one.type, Address)  # veriabs chooses the numbers of functions
        known = known and one.name not in lost and one.source.rpartition(".")[2] not in packed
        known = known and all(isinstance(size, Const) and size != ENDLESS for size in sizes)
        if known and one.source.count("[]") <= len(sizes):
            whole = tuple(int(size.value) for size in sizes if isinstance(size, Const))
            found.append(Object(one.name, one.source, whole, isinstance(one.type, FloatType)))
    return tuple(found)


def lost_scalars(program: Program) -> frozenset[str]:
    """The scalars that may have a value that is not known; of temporary ones those that are read."""
    stored = (stmt for stmt in statements(program.body) if isinstance(stmt, Havoc | Assign))
    made = [stmt for stmt in stored if isinstance(stmt.target, Var)]
    named = {scalar.name for scalar in program.scalars.values() if scalar.source != "unknown"}
    found = {stmt.target.name for stmt in made if isinstance(stmt, Havoc) and stmt.unknown}
    found &= named | reads(program.body)
    copies = [(s.target.name, s.value.name) for s in made if isinstance(s, Assign) and isinstance(s.value, Var)]
    while more := {to for to, origin in copies if origin in found} - found:
        found |= more
    return frozenset(found)


def _mixed(cell: str, floating: bool) -> str:
    """NaN has no sign and no payload that a program could observe."""
    return f"conformance_mix_number({cell});" if floating else f"conformance_mix(&{cell}, sizeof({cell}));"


def _is_constant(array: Array) -> bool:
    return all(isinstance(size, Const) and size != ENDLESS for size in array.sizes)


def printed(program: Program, reported: Iterable[Object] = ()) -> str:
    """The C text of a whole program."""
    return _Text(program).whole(tuple(reported))


def next_input(ctype: CType) -> str:
    """The next input as a value of the type."""
    return "conformance_draw() & 1" if isinstance(ctype, IntType) and ctype.bits == 1 else "conformance_draw()"


@dataclass
class _Text:
    """A scalar that gets a value that is not known is marked until it is assigned one; a run that reads it ends."""

    program: Program
    labels: Iterator[int] = field(default_factory=lambda: count(1))
    lost: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lost = lost_scalars(self.program)

    def whole(self, reported: tuple[Object, ...]) -> str:
        lines = [HEAD]
        lines += [self.scalar(one) for one in self.program.scalars.values()]
        lines += [self.array(one) for one in self.program.arrays.values()]
        lines += ["static void conformance_report(void) {"]
        for one in reported:
            cells = prod(one.sizes)
            cell = f"{_spelled(one.name)}[i]" if one.sizes else _spelled(one.name)
            lines.append(f"  for (int i = 0; i < {cells}; i++) {_mixed(cell, one.floating)}")
            lines.append(f'  conformance_global("{one.name}");')
        lines += ["}", "int main(void) {", "  conformance_at_end(conformance_report);"]
        return "\n".join([*lines, *self.body(self.program.body, "", 1), "  return 0;", "}", ""])

    def scalar(self, scalar: Scalar) -> str:
        """A declaration; a program is run without arguments, so the number of words of its command line is 1."""
        first = " = 1" if scalar.source == "argc" and scalar.initial is Initial.NONDET else ""
        mark = f" static int lost_{_spelled(scalar.name)};" if scalar.name in self.lost else ""
        return f"static {scalar.type.name} {_spelled(scalar.name)}{first};{mark}"

    def array(self, array: Array) -> str:
        constant = _is_constant(array)
        cells = prod(int(s.value) for s in array.sizes if isinstance(s, Const)) if constant else CELLS
        return f"static {array.type.name} {_spelled(array.name)}[{max(cells, 1)}];"

    def element(self, element: Element, indices: tuple[str, ...]) -> str:
        """A cell of the flat array."""
        sizes = self.program.arrays[element.array].sizes
        name = _spelled(element.array)
        at = "0"
        for position, (index, size) in enumerate(zip(indices, sizes, strict=True)):
            limit = self.expr(size) if not isinstance(size, Const) else str(size.value)
            inside = f"conformance_cell({index}, {limit})"
            at = inside if position == 0 else f"({at} * ({limit}) + {inside})"
        constant = _is_constant(self.program.arrays[element.array])
        return f"{name}[{at}]" if constant else f"{name}[conformance_room({at}, {CELLS})]"

    def read(self, name: str) -> str:
        """A scalar, whose value has to be known."""
        spelled = _spelled(name)
        return f"*(lost_{spelled} ? conformance_room(1, 0), &{spelled} : &{spelled})" if name in self.lost else spelled

    @property
    def printer(self) -> Printer:
        return Printer(
            scalar=self.read,
            element=self.element,
            havoc=self.havoc,
            block="conformance_end();",
            violate=lambda stmt, test: f"conformance_check(({test}) ? 1 : 0);",
        )

    def expr(self, expr: Expr) -> str:
        return self.printer.expr(expr)

    def havoc(self, stmt: Havoc, target: str) -> str:
        """An input; uninitialised variables are 0, as in the reference. Unknown values are not compared."""
        if stmt.unknown and isinstance(stmt.target, Var) and stmt.target.name in self.lost:
            return f"lost_{_spelled(stmt.target.name)} = 1;"
        if stmt.unknown:
            return "conformance_room(1, 0);"
        return f"{target} = {next_input(stmt.target.type) if stmt.call else '0'};"

    def body(self, stmts: Iterable[Stmt], proceed: str, depth: int) -> list[str]:
        return [line for stmt in stmts for line in self.statement(stmt, proceed, depth)]

    def statement(self, stmt: Stmt, proceed: str, depth: int) -> list[str]:
        pad = "  " * depth
        match stmt:
            case If(test=test, then=then, orelse=orelse):
                first, second = (self.body(part, proceed, depth + 1) for part in (then, orelse))
                return [f"{pad}if ({self.expr(test)}) {{", *first, f"{pad}}} else {{", *second, f"{pad}}}"]
            case Loop(test=test, body=inner, update=update):
                label = f"conformance_next_{next(self.labels)}"
                lines = [*self.body(inner, label, depth + 1), f"{pad}{label}:;", *self.body(update, label, depth + 1)]
                return [f"{pad}while ({self.expr(test)}) {{", *lines, f"{pad}}}"]
            case Assign(target=Var(name=name), value=Var(name=origin)) if origin in self.lost:
                to, at = _spelled(name), _spelled(origin)
                return [f"{pad}{to} = {at}; lost_{to} = lost_{at};"]
            case Assign(target=Var(name=name), value=value) if name in self.lost:
                return [f"{pad}{_spelled(name)} = {self.expr(value)}; lost_{_spelled(name)} = 0;"]
            case Havoc(target=Var(name=name)) if name in self.lost and not stmt.unknown:
                return [f"{pad}{self.havoc(stmt, _spelled(name))} lost_{_spelled(name)} = 0;"]
            case _:
                return replace(self.printer, proceed=f"goto {proceed};").lines((stmt,), depth)


def _spelled(name: str) -> str:
    """A name that no function of the C library has."""
    return f"v_{name}"
