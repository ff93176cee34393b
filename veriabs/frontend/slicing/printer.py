"""Print a slice as a C file that compiles: declarations that it needs, and the rewritten functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.instrument.listing import BracedPrinter
from veriabs.frontend.known_functions import PROTOTYPES, RANGE, VERIFICATION, suffix_type
from veriabs.frontend.nodes import call
from veriabs.frontend.slicing.kinds import Slice
from veriabs.frontend.slicing.rewriting import Choice, Rewriter, add_mentioned, declaration
from veriabs.frontend.slicing.symbols import Symbol
from veriabs.frontend.slicing.units import DefinedFunction
from veriabs.frontend.survey import walk

_WORD = re.compile(r"[A-Za-z_]\w*")
_TRUTH = {"__VERIFIER_nondet_bool": "_Bool", "__VERIFIER_nondet_int": "int", "__VERIFIER_nondet_char": "char"}
_WHOLE = {"__VERIFIER_nondet_longlong": "long long", "__VERIFIER_nondet_long": "long"}
_DECLARED = {**PROTOTYPES, **{name: text for name, text in VERIFICATION.items() if "__CPROVER" not in text}}


class SlicePrinter(Struct):
    """Prints the functions of a slice as C, main first; with `places`, line markers tell the places of statements.

    `chosen` is which statements to keep, `mentioned` the symbols that they mention, `head` the declarations to add by
    name, `bodies` the printed bodies.
    """

    made: Slice
    chosen: Choice | None = None
    places: bool = False
    mentioned: set[Symbol] = field(default_factory=set)
    head: dict[str, str] = field(default_factory=dict)
    bodies: dict[Symbol, c_ast.Compound] = field(default_factory=dict)

    def text(self) -> str:
        unit = self.made.program.unit
        add_mentioned(self.made, unit.always, self.mentioned)
        functions = {function.symbol: function for function in unit.functions}
        add_mentioned(self.made, (symbol for symbol in functions if symbol.name == "main"), self.mentioned)
        while waiting := [symbol for symbol in self.mentioned if symbol in functions and symbol not in self.bodies]:
            for symbol in sorted(waiting, key=lambda one: functions[one].number):
                self.bodies[symbol] = self._body(functions[symbol])
        kept = [part for node in unit.tree.ext if (part := self._external(node)) is not None]
        known = {getattr(getattr(node, "decl", node), "name", None) for node in kept}
        for symbol in self.mentioned:
            if symbol.function and symbol.name not in known and not symbol.decls:
                self._prototype(symbol.name)
        lines = [f"extern {text};\n" for name, text in sorted(self.head.items()) if name not in known]
        return "".join(lines) + "".join(reversed(list(_used(kept, places=self.places))))

    def _body(self, function: DefinedFunction) -> c_ast.Compound:
        program = self.made.program
        if function.number not in program.opaque:
            return Rewriter(self.made, function, self.chosen or self._choice, self.mentioned).body()
        for number in program.graph.ranges[function.number]:
            effects = program.nodes[number].effects
            add_mentioned(self.made, effects.mentions if effects is not None else (), self.mentioned)
        body: c_ast.Compound = function.tree.body
        return body

    def _external(self, node: c_ast.Node) -> c_ast.Node | None:
        match node:
            case c_ast.FuncDef():
                symbol = self.made.program.unit.functions[self._number(node)].symbol
                return c_ast.FuncDef(node.decl, None, self.bodies[symbol]) if symbol in self.bodies else None
            case c_ast.Decl():
                return declaration(self.made, node, self.mentioned)
            case c_ast.Pragma() | c_ast.EmptyStatement():
                return None
            case _:
                return node

    def _number(self, node: c_ast.FuncDef) -> int:
        found = self.made.program.number(node.decl.name)
        assert found is not None
        return found

    def _prototype(self, name: str) -> None:
        returned = suffix_type(name, self.made.program.unit.data_model)
        if name in _DECLARED:
            self.head[name] = _DECLARED[name]
        elif returned is not None:
            self.head[name] = f"{returned.name} {name}(void)"
        elif not name.startswith(("__builtin_", "__CPROVER_")):
            self.head[name] = f"int {name}()"

    def _choice(self, number: int, whole: bool) -> c_ast.Node:
        """A call that returns an arbitrary value."""
        unit = self.made.program.unit
        usable = _WHOLE if whole else _TRUTH
        name = next((one for one in usable if not unit.defines(one)), "veriabs_choice")
        if name in unit.globals:
            self.mentioned.add(unit.globals[name])
        else:
            self.head[name] = f"{usable.get(name, 'int')} {name}(void)"
        return call(name)


class _LineMarkers(BracedPrinter):
    """Adds a line marker to each statement; a possible assertion also gets its column, which identifies it.

    The text is parsed again, so label ranges must stay calls, as the parser expects.
    """

    def _generate_stmt(self, n: c_ast.Node, add_indent: bool = False) -> str:
        text = str(super()._generate_stmt(n, add_indent))
        match n:
            case c_ast.FuncCall():
                return text
            case c_ast.Goto() | c_ast.Label():
                return _at_position(n, text.lstrip(" "))
            case _:
                return _marker(n) + text

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:  # noqa: N802
        if isinstance(n.name, c_ast.ID) and n.name.name == RANGE:
            return str(CGenerator.visit_FuncCall(self, n))
        text = str(super().visit_FuncCall(n))
        return text if n.coord is None else f"\n{_at_position(n, text)}"


def _at_position(node: c_ast.Node, text: str) -> str:
    return text if node.coord is None else _marker(node) + " " * ((node.coord.column or 1) - 1) + text


def _marker(node: c_ast.Node) -> str:
    return "" if node.coord is None else f'# {node.coord.line} "{node.coord.file}"\n'


def _used(kept: list[c_ast.Node], *, places: bool) -> Iterator[str]:
    """The parts of a file as text, last one first, without types that no later part mentions."""
    generator, words = _LineMarkers() if places else BracedPrinter(), set[str]()
    for node in reversed(kept):
        if _is_type(node) and not _introduced_names(node) & words:
            continue
        text = str(generator.visit(node))
        words.update(_WORD.findall(text))
        text = text if isinstance(node, c_ast.FuncDef) else f"{text};\n"
        yield _marker(node) + text if places else text


def _is_type(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Typedef) or (isinstance(node, c_ast.Decl) and node.name is None)


def _introduced_names(node: c_ast.Node) -> set[str]:
    """The names that a definition of a type introduces: tags, type names, enumerators."""
    return {name for part in walk(node) if isinstance(name := getattr(part, "name", None), str)}
