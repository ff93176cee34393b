"""Instrument a syntax tree: the user's own program with visible inputs and errors.

The program is not lowered, so it may contain C that the analysis does not support. CBMC (with small unwindings) and gcc
(for replay) get the same text after different headers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pycparser import c_ast
from pycparser.c_parser import Coord

from veriabs.core.counterexample import SORTING, ErrorSite, InstrumentedProgram, Site, SiteKind
from veriabs.core.errors import UnsupportedError, unsupported
from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, Task, Where
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import named_type
from veriabs.frontend import survey
from veriabs.frontend.functions import refuse_misread
from veriabs.frontend.instrument.declarations import define_outside_objects, packed_records
from veriabs.frontend.instrument.listing import AT, CALLED, literal, sizes
from veriabs.frontend.instrument.marks import texts
from veriabs.frontend.instrument.native import called_otherwise, end_of_run, math_call
from veriabs.frontend.instrument.operands import Operands
from veriabs.frontend.instrument.sites import Leaf, cell, extent, is_record, scalars_in, with_user_names, word
from veriabs.frontend.instrument.uninitialised_reads import nowhere
from veriabs.frontend.known_functions import (
    ASSEMBLY,
    ASSUMPTIONS,
    BUILTINS,
    CAME,
    INLINE,
    NAMED_ERRORS,
    PROTOTYPES,
    SILENT,
    TAKEN,
    is_nondet,
    parameters,
    suffix_type,
    undeclared_type,
)
from veriabs.frontend.library import MATH, Effect, with_effect
from veriabs.frontend.nodes import (
    assigned_first,
    call,
    define_records_once,
    diverges,
    each_child,
    implicit_return,
    is_truth_value,
    number,
    parameters_of,
    place_of,
    silence,
    type_name,
    used_functions,
)
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, called_names, walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, FunctionType, PointerType, Type, arithmetic

Make = Callable[[Task, dict[str, c_ast.FuncDef], TypedTree], "Instrumenter"]


def instrument(tree: c_ast.FileAST, task: Task, types: TypedTree, made: Make | None = None) -> InstrumentedProgram:
    """The program of a tree, which `made` changes; UnsupportedError if it does not compile by itself."""
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    if "main" not in functions:
        raise UnsupportedError(f"{task.path}:1: there is no function main")
    for node in walk(tree):
        if str(getattr(node, "name", "")).lower().startswith("veriabs_"):
            raise unsupported(f"{task.path}:1", "a name that begins with veriabs_, which veriabs uses itself")
    refuse_misread(tree, types)
    packed = packed_records(tree, task)
    define_records_once(tree)
    work = (made or Instrumenter)(task, functions, types)
    work.used = used_functions(tree)
    found_sizes = sizes(tree)
    literals = sorted({value for node in walk(tree) if (value := literal(node)) is not None})
    work.outside, unsized = define_outside_objects(tree)
    tree.ext = [part for node in tree.ext if (part := work.external(node)) is not None]
    variables = {node.name for node in walk(tree) if isinstance(node, c_ast.Decl)}
    named = survey.pointed_to(tree)
    work.library |= named & (PROTOTYPES.keys() - functions.keys() - SORTING - variables)
    head = "".join(f"{(PROTOTYPES | MATH)[name]};\n" for name in sorted(work.library - SORTING))
    pointed_to = sorted(named & ({*functions} - work.replaced | work.library))
    declared = {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}
    mentioned = {node.name for node in walk(tree) if isinstance(node, c_ast.ID | c_ast.Decl)}
    renamed = ["main", *sorted((declared | functions.keys()) & PROTOTYPES.keys() | mentioned & TAKEN)]
    head += "".join(f"#define {name} program_{name}\n" for name in renamed)
    footer = "".join(f"#undef {name}\n" for name in renamed)
    return InstrumentedProgram(
        task=task,
        **texts(tree, types, head, footer, frozenset(map(GoalKind, task.checks)), work.library, task.entry, packed),
        sites=with_user_names(work.sites, work.layouts, functions.get(task.entry.function), task),
        errors=tuple(work.errors),
        seen=tuple(work.operands.seen),
        literals=tuple(literals),
        sizes=found_sizes,
        parameters=len(parameters_of(functions["main"])),
        library=frozenset(work.library),
        cleared=frozenset(work.cleared),
        unsized=unsized,
        pointed_to=tuple(f"program_{name}" if name in renamed else name for name in pointed_to),
    )


# ---------------------------------------------------------------------------------------------------------- the program


@dataclass
class Instrumenter:
    """Changes one tree, and collects the sites that it numbers.

    - `sites`: places of inputs. `errors`: places of violations. `library`: the library functions that are called.
    - `layouts`: the element types of allocated objects, by site. `cleared`: the local records that start as zeros but
      for the values of sites, by place and name. `used`: functions whose result is used.
    - `outside`: variables of other files. `inside`: the current function. `watched`: the current assertion's number.
    - `declared`, `pointer`: name and type of the pointer that the current allocation initialises.
    """

    task: Task
    functions: dict[str, c_ast.FuncDef]
    types: TypedTree
    sites: list[Site] = field(default_factory=list)
    errors: list[ErrorSite] = field(default_factory=list)
    library: set[str] = field(default_factory=set)
    layouts: dict[int, Type] = field(default_factory=dict)
    cleared: set[tuple[Where, str]] = field(default_factory=set)
    used: frozenset[str] = frozenset()
    outside: list[c_ast.Decl] = field(default_factory=list)
    inside: str = ""
    watched: int = 0
    declared: str = ""
    pointer: Type | None = None

    def __post_init__(self) -> None:
        self.operands = Operands(self.types, self.functions, self.visit)
        called = {name for function in self.functions.values() for name in called_names(function.body)}
        strict = self.task.property_file is not None and bool(called & NAMED_ERRORS)
        # A function named like one that `assert` calls may behave like `__VERIFIER_assert`, which its body decides.
        ends = ERROR_FUNCTIONS - (self.functions.keys() - NAMED_ERRORS)
        self.violations = NAMED_ERRORS if strict else ends
        # The body of an error function is the violation itself; an assumption that spins ends the run.
        self.replaced = ends | {name for name in ASSUMPTIONS & set(self.functions) if diverges(self.functions[name])}
        self.labels = not survey.calls_error(self.functions)
        self.asserting = {name for name in self.functions if self._asserts(name)}

    def _asserts(self, name: str) -> bool:
        """Whether it is a function like `__VERIFIER_assert`: it takes a condition and may call an error function."""
        function = self.functions[name]
        parameters = function.decl.type.args
        loops = any(isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile) for node in walk(function.body))
        direct = any(called in self.violations for called in called_names(function.body))
        return name != "main" and direct and not loops and parameters is not None and name not in ERROR_FUNCTIONS

    def where(self, node: c_ast.Node) -> Where:
        return place_of(node, self.task)

    def unsupported(self, node: c_ast.Node, what: str) -> UnsupportedError:
        return unsupported(self.where(node), what)

    def external(self, node: c_ast.Node) -> c_ast.Node | None:
        """A part of the file unchanged; None for prototypes and bodies of functions that are replaced."""
        match node:
            case c_ast.Decl(type=c_ast.FuncDecl()):
                return node if node.name in self.functions and node.name not in self.replaced else None
            case c_ast.FuncDef() if node.decl.name in self.replaced:
                return None
            case c_ast.FuncDef():
                return self._function(node)
            case c_ast.Decl(init=c_ast.Node() as init):
                node.init = self.visit(init)
                return node
            case _:
                return node

    def _function(self, node: c_ast.FuncDef) -> c_ast.FuncDef:
        self.inside = node.decl.name
        # An inline function that is not static would lack its definition.
        node.decl.funcspec = []
        node.body = self.visit(node.body)
        if self.inside == "main":
            node.body.block_items[:0] = [part for one in self.outside for part in self._fill(one)]
        node.body.block_items += implicit_return(node, self.used)
        self.inside = ""
        return node

    # -------------------------------------------------------------------------------------------- initial contents

    def _items(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        result: list[c_ast.Node] = []
        for position, item in enumerate(items):
            result.append(self.visit(item))
            if isinstance(item, c_ast.Decl) and self._is_uninitialised(item, items[position + 1 :]):
                result += nowhere(item, self.task) or self._fill(item)
        return result

    def _is_uninitialised(self, node: c_ast.Decl, following: list[c_ast.Node]) -> bool:
        """Whether a local object starts with arbitrary content that some code may read."""
        if node.name is None or node.init is not None or {"static", "extern"} & set(node.storage):
            return False
        return self.types.number(node) is None or not assigned_first(node.name, following)

    def _fill(self, node: c_ast.Decl) -> list[c_ast.Node]:
        """Statements that give an object its initial content."""
        parts = list(scalars_in(self.types.of(node), node.name))
        result: list[c_ast.Node] = []
        if is_record(self.types.of(node)):
            self.cleared.add((self.where(node), node.name))
            everything = c_ast.UnaryOp("&", c_ast.ID(node.name))
            size = c_ast.UnaryOp("sizeof", c_ast.ID(node.name))
            result.append(call("VERIABS_CLEAR", everything, size))
        return result + [self._fill_leaf(node, leaf) for leaf in parts]

    def _fill_leaf(self, node: c_ast.Decl, leaf: Leaf) -> c_ast.Node:
        name = leaf.path.replace("[0]", "[]")
        site = self._site(SiteKind.VARIABLE, name.removesuffix("[]") if "." not in name else name, leaf.type, node)
        if not leaf.arrays:
            return c_ast.Assignment("=", c_ast.ID(leaf.path), self._value(site))
        cells, blocks, stride, kind = extent(leaf)
        given = (str(site.number), f"&{leaf.path}", cells, f"sizeof({leaf.path})", blocks, stride, kind)
        return call("veriabs_fill", *map(c_ast.ID, given))

    # --------------------------------------------------------------------------------------- statements, expressions

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        """The replacement of a node, with everything below it instrumented."""
        match node:
            case c_ast.Compound():
                node.block_items = self._items(node.block_items or [])
                return node
            case c_ast.Decl() if not isinstance(node.type, c_ast.FuncDecl):
                self.declared, self.pointer = node.name, self.types.of(node)
                each_child(node, self.visit)
                self.declared, self.pointer = "", None
                return node
            case c_ast.If() if survey.starts_with_error_call(node.iftrue) or survey.starts_with_error_call(
                node.iffalse
            ):
                self.watched = len(self.errors)
                node.cond = self.operands.observed(node.cond, self.watched)
                node.iftrue = self.visit(node.iftrue) if node.iftrue else None
                node.iffalse = self.visit(node.iffalse) if node.iffalse else None
                return node
            case c_ast.Label() if self.labels and node.name in survey.ERROR_LABELS:
                violation = self._violation(node, node.name)
                node.stmt = c_ast.Compound([violation, self.visit(node.stmt)], node.coord)
                return node
            case c_ast.Cast(expr=c_ast.FuncCall(name=c_ast.ID(name=name)) as made) if self._allocates(name):
                made.args = self.visit(made.args) if made.args else None
                node.expr = self._allocation(made, cell(self.types.of(node)))
                return node
            case c_ast.FuncCall():
                return self._call(node)
            case _:
                pass
        each_child(node, self.visit)
        return node

    def _allocates(self, name: str) -> bool:
        return name in with_effect(Effect.ALLOCATES) and name not in self.functions

    def _call(self, node: c_ast.FuncCall) -> c_ast.Node:
        if not isinstance(node.name, c_ast.ID) or isinstance(self.types.of(node.name), Address | PointerType):
            each_child(node, self.visit)
            node.name = call(CALLED, node.name)
            node.name.coord = node.coord
            return node
        name = node.name.name
        if name in self.violations:
            self._check_effects(node)
            return self._violation(node, name)
        if name in ASSERT_FUNCTIONS and name not in self.functions and self.violations is NAMED_ERRORS:
            return call("VERIABS_ASSUME", self._as_parameter_type(node, self.visit(self._first_argument(node))))
        if name in ASSERT_FUNCTIONS and name not in self.functions:
            error = self._error(node, name, asserts=False)
            condition = self.operands.observed(self._first_argument(node), error)
            return call("VERIABS_ASSERT", number(error), self._as_parameter_type(node, condition))
        if name in self.asserting:
            error = self._error(node, name, asserts=True)
            given = [self.operands.observed(argument, error) for argument in (node.args.exprs if node.args else [])]
            node.args = c_ast.ExprList(given) if given else None
            return call(AT, number(error), node)
        if is_nondet(name) and name not in self.functions:
            self._check_effects(node)
            return self._value(self._site(SiteKind.CALL, name, self._input_type(node, name), node))
        if node.args is not None:
            node.args = self.visit(node.args)
        return self._library(node, name)

    def _library(self, node: c_ast.FuncCall, name: str) -> c_ast.Node:
        if name in self.functions and name not in self.replaced:
            return node
        if self._allocates(name):
            return self._allocation(node, None)
        if name in ASSUMPTIONS:
            return call("VERIABS_ASSUME", self._as_parameter_type(node, self._first_argument(node)))
        if name in ERROR_FUNCTIONS:
            return call("veriabs_end")
        if name in SILENT - {CAME} and not survey.writes_by_format(node):
            return silence(node)
        if name in INLINE:
            return called_otherwise(node, f"__builtin_{name}")
        if name in PROTOTYPES or name in SORTING:
            self.library.add(name)
            return call(f"veriabs_{name}", *node.args.exprs) if name in SORTING and node.args else node
        if name in BUILTINS or name in (CAME, ASSEMBLY):
            return call("VERIABS_ELSEWHERE") if name == ASSEMBLY else node
        if (plain := name.removeprefix("__builtin_")) in MATH:
            self.library.add(plain)
            return math_call(node, self.types, self.where(node))
        declared = self.types.of(node.name)
        if isinstance(declared, FunctionType) and (ended := end_of_run(name, declared)) is not None:
            return ended
        raise self.unsupported(node, f"missing body of {name}")

    def _first_argument(self, node: c_ast.FuncCall) -> c_ast.Node:
        """The condition of an assertion or assumption; other arguments are not evaluated."""
        if node.args is None:
            raise self.unsupported(node, f"call of {node.name.name} without an argument")
        self._check_effects(node, 1)
        return node.args.exprs[0]

    def _check_effects(self, node: c_ast.FuncCall, first: int = 0) -> None:
        if any(survey.has_effect(argument) for argument in (node.args.exprs if node.args else [])[first:]):
            raise self.unsupported(node, f"side effect in an argument of {node.name.name}")

    def _as_parameter_type(self, node: c_ast.FuncCall, value: c_ast.Node) -> c_ast.Node:
        """A condition after conversion to the parameter type: 0.5 is true, but 0 as an int."""
        name = node.name.name
        declared = self.types.of(node.name)
        given = declared.declarator.args if isinstance(declared, FunctionType) and declared.declarator else None
        ctype = self.types.number(given.params[0] if given else None)
        ctype = ctype or named_type(parameters(name)[0], self.task.data_model)
        return value if ctype == BOOL or is_truth_value(value) else c_ast.Cast(type_name(ctype), value)

    def _input_type(self, node: c_ast.FuncCall, name: str) -> CType:
        ctype = undeclared_type(name, self.task.data_model)
        declared = self.types.of(node.name)
        if isinstance(declared, FunctionType) and suffix_type(name, self.task.data_model) != BOOL:
            ctype = arithmetic(declared.returns)
        if ctype is None or ctype.name == "long double":
            raise self.unsupported(node, f"{name} that does not return a number of at most 64 bits")
        return ctype

    def _sizeof_type(self, size: c_ast.Node | None) -> Type | None:
        """The type T in a size such as `n * sizeof(T)`."""
        parts = walk(size) if size is not None else ()
        named = (part.expr for part in parts if isinstance(part, c_ast.UnaryOp) and part.op == "sizeof")
        return self.types.of(next((one for one in named if isinstance(one, c_ast.Typename)), None))

    def _allocation(self, node: c_ast.FuncCall, known: IntType | None) -> c_ast.Node:
        """The allocation, with content: cells of the type that the pointer has, or that the size names, else int."""
        name = node.name.name
        if name == "malloc":
            self.library.add(name)
        else:
            node.name = c_ast.ID("__builtin_alloca")
        measured = self._sizeof_type(node.args)
        element = self.pointer.target if isinstance(self.pointer, PointerType) else measured
        ctype = known or cell(self.pointer) or word(measured, element, self.task.data_model, self.where(node))
        site = self._site(SiteKind.MEMORY, self.declared or name, ctype, node)
        if name == "malloc" and element is not None:
            self.layouts[site.number] = element
        unit = c_ast.ID(f"sizeof({site.type.name})")
        macro = "VERIABS_MALLOC" if name == "malloc" else "VERIABS_ALLOCA"
        made = call(macro, number(site.number), self._first_argument(node), unit)
        made.coord = node.coord
        return made

    def _site(self, kind: SiteKind, name: str, ctype: CType, node: c_ast.Node) -> Site:
        site = Site(len(self.sites), kind, name, ctype, self.where(node))
        self.sites.append(site)
        return site

    def _value(self, site: Site) -> c_ast.Node:
        """The next value of the site, of which a `_Bool` takes the lowest bit; conversion checks ignore this."""
        match site.type:
            case FloatType():
                given = call("veriabs_input_double", number(site.number))
            case IntType(bits=1):
                given = c_ast.BinaryOp("&", call("veriabs_input", number(site.number)), number(1))
            case IntType():
                given = call("veriabs_input", number(site.number))
        return c_ast.Cast(type_name(site.type), given, Coord(WRITTEN, site.where.line))

    # ---------------------------------------------------------------------------------------------------------- errors

    def _error(self, node: c_ast.Node, text: str, *, asserts: bool) -> int:
        function = text if asserts else self.inside
        self.watched = len(self.errors)
        self.errors.append(ErrorSite(self.watched, text, asserts, self.where(node), function))
        return self.watched

    def _violation(self, node: c_ast.Node, text: str) -> c_ast.Node:
        return call("veriabs_violation", number(self._error(node, text, asserts=False)))
