"""Analyse a whole file: its symbols, and the effects of every expression in scope order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.frontend.dialect import c_text
from veriabs.frontend.nodes import base_type, unsupported_at
from veriabs.frontend.slicing import library
from veriabs.frontend.slicing.expressions import Reader
from veriabs.frontend.slicing.pointsto import PointsTo
from veriabs.frontend.slicing.symbols import NOWHERE, CallSite, Effects, Symbol, variable_sizes
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree, typed
from veriabs.frontend.typed.types import FunctionType


class DefinedFunction(Struct):
    """A function that the file defines.

    `number` is its position in the file, `tree` its definition, `variables` are its local ones. `entry` are the effects
    of evaluating its parameters' types, such as the n in `int a[n]`.
    """

    number: int
    symbol: Symbol
    tree: c_ast.FuncDef
    parameters: list[Symbol] = field(default_factory=list)
    variables: list[Symbol] = field(default_factory=list)
    entry: Effects = field(default_factory=Effects)


class Unit(Struct):
    """The analysis of a file.

    - `functions`, `numbers`: its functions, and their numbers by symbol. `globals`: symbols by name.
    - `effects`: those of expressions, declarations and returns, by the identity of their trees.
    - `points`: the points-to graph. `objects`: functions by their number among the targets of pointers.
    - `declared`: the symbol of a declaration. `needs`: the symbols that it mentions. `always`: symbols that types
      mention, and those through which other files know objects.
    - `lasting`: variables that live as long as the program.
    """

    tree: c_ast.FileAST
    types: TypedTree
    data_model: DataModel
    points: PointsTo
    functions: list[DefinedFunction] = field(default_factory=list)
    numbers: dict[Symbol, int] = field(default_factory=dict)
    objects: dict[int, Symbol] = field(default_factory=dict)
    lasting: list[Symbol] = field(default_factory=list)
    effects: dict[int, Effects] = field(default_factory=dict)
    declared: dict[int, Symbol] = field(default_factory=dict)
    needs: dict[Symbol, set[Symbol]] = field(default_factory=dict)
    always: set[Symbol] = field(default_factory=set)
    globals: dict[str, Symbol] = field(default_factory=dict)

    def defines(self, name: str) -> bool:
        return self.globals.get(name) in self.numbers


def read_unit(tree: c_ast.FileAST, data_model: DataModel) -> Unit:
    """All facts about a file that slices need; raises UnsupportedError for constructs that cannot be analysed."""
    unit = Unit(tree, typed(tree, data_model), data_model, PointsTo())
    work = _UnitReader(unit, Reader(unit.types, data_model, unit.points))
    for node in tree.ext:
        work.external(node)
    work.link()
    unit.points.solve()
    return unit


class _UnitReader(Struct):
    """Reads a file into its `unit`; `owner` is the number of the function that is read, or `NOWHERE`."""

    unit: Unit
    reader: Reader
    owner: int = NOWHERE

    # ---------------------------------------------------------------------------------------------------- declarations

    def external(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.FuncDef():
                self._function(node)
            case c_ast.Decl():
                self.declare(node)
            case c_ast.Typedef():
                self._type(node)
            case c_ast.Pragma() | c_ast.StaticAssert() | c_ast.EmptyStatement():
                pass
            case _:
                raise unsupported_at(node, f"{c_text(node)} at file level")

    def _type(self, node: c_ast.Node) -> None:
        """Record the symbols that types mention: enumerators hide variables, and sizes may contain variables."""
        for part in walk(node.type):
            match part:
                case c_ast.Enumerator(name=name):
                    self.reader.scope.entities[name] = None
                case c_ast.ID(name=name):
                    symbol = self.reader.scope.entity(name)
                    if symbol is not None:
                        self.unit.always.add(symbol)
                case _:
                    pass

    def declare(self, node: c_ast.Decl) -> Symbol | None:
        """The symbol of a declaration, whose effects are noted where it has any."""
        inner = base_type(node.type)
        if isinstance(inner, c_ast.Struct | c_ast.Union | c_ast.Enum):
            self._type(c_ast.Typename(None, [], None, inner))
        if node.name is None:
            return None
        symbol = self._symbol(node)
        symbol.decls.append(node)
        self.unit.declared[id(node)] = symbol
        effects = self.reader.begin()
        sizes = [] if symbol.function else [s for s in variable_sizes(node.type) if self._is_variable_size(s)]
        self.reader.mention(node.type if not symbol.function else None)
        needs = self.unit.needs.setdefault(symbol, set())
        needs |= effects.mentions
        if sizes:
            symbol.size = Symbol(f"size of {symbol.name}", None, self.owner, narrow=True)
            self._adopt(symbol.size)
            effects.sets.append(symbol.size)
            for size in sizes:
                self.reader.value(size)
        if node.init is not None:
            self._initialise(node, symbol, effects)
        if sizes or node.init is not None:
            effects.mentions.add(symbol)
            self.unit.effects[id(node)] = effects
        return symbol

    def _initialise(self, node: c_ast.Decl, symbol: Symbol, effects: Effects) -> None:
        value = self.reader.value(node.init)
        for source in self.reader.converted(node.init, value, symbol.type):
            if not symbol.narrow:
                self.unit.points.copy(source, self.reader.content(symbol))
        if symbol.lasting:
            self.unit.needs[symbol] |= effects.mentions
        else:
            effects.sets.append(symbol)

    def _is_variable_size(self, size: c_ast.Node) -> bool:
        named = (self.reader.scope.entity(part.name) for part in walk(size) if isinstance(part, c_ast.ID))
        return self.owner != NOWHERE and any(symbol is not None and not symbol.function for symbol in named)

    def _symbol(self, node: c_ast.Decl) -> Symbol:
        """The symbol that the declaration is about: a new one, or one that it repeats."""
        file, scope, kind = self.reader.file, self.reader.scope, self.unit.types.of(node)
        function = isinstance(kind, FunctionType) or isinstance(node.type, c_ast.FuncDecl)
        level = file if function or "extern" in node.storage else scope
        known = level.entities.get(node.name)
        if known is not None and level is file:
            known.type = kind if known.type is None or node.init is not None else known.type
            scope.entities[node.name] = known
            return known
        owner = NOWHERE if level is file else self.owner
        symbol = Symbol(node.name, kind, owner, "static" in node.storage, function, self.reader.is_narrow(kind))
        level.entities[node.name] = scope.entities[node.name] = symbol
        if not function:
            self._adopt(symbol)
        return symbol

    def _adopt(self, symbol: Symbol) -> None:
        """Add the symbol to the variables that last as long as the program, or to those of its function."""
        if symbol.lasting:
            self.unit.lasting.append(symbol)
        else:
            self.unit.functions[self.owner].variables.append(symbol)

    # ------------------------------------------------------------------------------------------------------- functions

    def _function(self, node: c_ast.FuncDef) -> None:
        if node.param_decls:
            raise unsupported_at(node, "old-style function definition")
        symbol = self._symbol(node.decl)
        symbol.type = self.unit.types.of(node.decl)
        symbol.decls.append(node.decl)
        function = DefinedFunction(len(self.unit.functions), symbol, node)
        self.unit.functions.append(function)
        self.unit.numbers[symbol] = self.owner = function.number
        with self.reader.block():
            function.entry = self._parameters(node.decl.type, function)
            self.statement(node.body)
        self.owner = NOWHERE

    def _parameters(self, node: c_ast.FuncDecl, function: DefinedFunction) -> Effects:
        effects = Effects()
        for parameter in node.args.params if node.args is not None else ():
            if isinstance(parameter, c_ast.EllipsisParam):
                raise unsupported_at(function.tree, "function with a variable number of arguments")
            if not isinstance(parameter, c_ast.Decl):
                continue
            if isinstance(parameter.type, c_ast.FuncDecl):
                raise unsupported_at(parameter, "parameter that is a function")
            symbol = self.declare(parameter)
            if symbol is None:
                continue
            function.parameters.append(symbol)
            own = self.unit.effects.pop(id(parameter), None)
            if own is not None:
                effects.access.reads += own.access.reads
                effects.sets += own.sets
        return effects

    # ------------------------------------------------------------------------------------------------------ statements

    def statement(self, node: c_ast.Node | None) -> None:
        """Reads all expressions of a statement."""
        match node:
            case None | c_ast.Goto() | c_ast.Break() | c_ast.Continue() | c_ast.EmptyStatement() | c_ast.Pragma():
                pass
            case c_ast.Compound():
                self._block(node.block_items or ())
            case c_ast.Decl():
                self.declare(node)
            case c_ast.DeclList():
                self._read_statements(node.decls)
            case c_ast.Typedef():
                self._type(node)
                if any(self._is_variable_size(size) for size in variable_sizes(node.type)):
                    raise unsupported_at(node, "type name of a variable size")
            case c_ast.If():
                self.evaluate(node.cond)
                self._block([node.iftrue])
                self._block([node.iffalse])
            case c_ast.While() | c_ast.DoWhile() | c_ast.Switch():
                self.evaluate(node.cond)
                self._block([node.stmt])
            case c_ast.For():
                with self.reader.block():
                    self._read_statements([node.init])
                    if node.cond is not None:
                        self.evaluate(node.cond)
                    self._read_statements([node.next])
                    self._block([node.stmt])
            case c_ast.Case() | c_ast.Default():
                self._read_statements(node.stmts)
            case c_ast.Label():
                self.statement(node.stmt)
            case c_ast.Return():
                self._return(node)
            case c_ast.ExprList():
                self._read_statements(node.exprs)
            case c_ast.StaticAssert():
                pass
            case _:
                self.evaluate(node)

    def _read_statements(self, nodes: Iterable[c_ast.Node | None]) -> None:
        for node in nodes:
            self.statement(node)

    def _block(self, nodes: Iterable[c_ast.Node | None]) -> None:
        with self.reader.block():
            self._read_statements(nodes)

    def evaluate(self, node: c_ast.Node) -> None:
        self.unit.effects[id(node)] = self.reader.begin()
        self.reader.value(node)

    def _return(self, node: c_ast.Return) -> None:
        if node.expr is None:
            return
        self.unit.effects[id(node)] = self.reader.begin()
        function = self.unit.functions[self.owner].symbol
        for source in self.reader.value(node.expr):
            self.unit.points.copy(source, self.reader.result(function))

    # ----------------------------------------------------------------------------------------------------------- calls

    def link(self) -> None:
        """Connect every call to its possible callees."""
        for effects in list(self.unit.effects.values()):
            for call in effects.calls:
                if call.target is not None:
                    self._enter(call, effects, call.target)
                else:
                    self.unit.points.watch(call.pointer, partial(self._enter_object, call, effects))
        if self.reader.numbers_point:
            self._show_globals()
        self.unit.objects = self.reader.functions
        named = self.reader.file.entities
        self.unit.globals = {name: symbol for name, symbol in named.items() if symbol is not None}

    def _enter_object(self, call: CallSite, effects: Effects, number: int) -> None:
        symbol = self.reader.functions.get(number)
        if symbol is not None:
            self._enter(call, effects, symbol)

    def _show_globals(self) -> None:
        """Functions of other files may use the objects of this one that have external linkage."""
        for symbol in self.reader.file.entities.values():
            if symbol is not None and not symbol.function and not symbol.static:
                self.unit.points.copy(self.reader.address(symbol), self.unit.points.outside)
                needs = self.unit.needs.get(symbol, ())
                if not symbol.narrow and any(not one.function for one in needs):
                    self.unit.always.add(symbol)  # it leads to objects that only its declaration shows

    def _enter(self, call: CallSite, effects: Effects, target: Symbol) -> None:
        """Copy the pointers in the arguments to the parameters, and the function's result to that of the call."""
        number = self.unit.numbers.get(target)
        if number is None:
            library.enter(self.unit.points, call, target.name, effects)
            if library.names_objects(target):
                self._show_globals()
            return
        points = self.unit.points
        for sources, parameter in zip(call.values, self.unit.functions[number].parameters, strict=False):
            for source in () if parameter.narrow else sources:
                points.copy(source, self.reader.content(parameter))
        points.copy(self.reader.result(target), call.result)
