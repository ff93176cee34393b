"""The whole program for slicing: graphs of all functions, variables as bits, and resolved calls."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from veriabs.core.graphs import components, is_cycle
from veriabs.frontend.known_functions import ASSUMPTIONS
from veriabs.frontend.nodes import unsupported_at
from veriabs.frontend.slicing import library
from veriabs.frontend.slicing.cfg import Callees, FlowNode, Graph, Sort, add_function
from veriabs.frontend.slicing.pointsto import bits
from veriabs.frontend.slicing.symbols import CallSite, ReadSet
from veriabs.frontend.slicing.units import Unit
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS


class ProgramGraphs(Struct):
    """The graphs of all functions of a file, with what holds across functions.

    - Sets of variables as bits of a number: `shared` are visible to several functions, `result` are results of
      functions, `unknown` stands for memory that no variable of the file names.
    - `callers`: for each function, the nodes that call it. `order`: the functions that main may reach, callees first
      except in recursion. `recursive`: those that may call themselves.
    - `opaque`: small functions that only check a condition; their calls are treated like statements. `errors`: those of
      them that may report a violation. `error_names`: functions whose call is a violation, such as reach_error.
    """

    unit: Unit
    graph: Graph
    error_names: frozenset[str]
    shared: int = 0
    result: int = 0
    unknown: int = 0
    callers: list[list[int]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    recursive: set[int] = field(default_factory=set)
    opaque: set[int] = field(default_factory=set)
    errors: set[int] = field(default_factory=set)

    @property
    def nodes(self) -> list[FlowNode]:
        return self.graph.nodes

    def number(self, name: str) -> int | None:
        """The function of that name, if the file defines it."""
        symbol = self.unit.globals.get(name)
        return None if symbol is None else self.unit.numbers.get(symbol)

    def reached(self) -> Iterable[int]:
        """All nodes of the functions that main may reach."""
        return (number for function in self.order for number in self.graph.ranges[function])


def build(unit: Unit) -> ProgramGraphs:
    """The program of a file that has a function main."""
    defined = {function.symbol.name for function in unit.functions}
    named = frozenset(("reach_error", "__VERIFIER_error"))
    errors = (ERROR_FUNCTIONS | ASSERT_FUNCTIONS) - (defined - named)
    program = ProgramGraphs(unit, Graph(), errors)
    for function in unit.functions:
        add_function(program.graph, unit, function)
    _arrange(program)
    _number(program)
    for node in program.nodes:
        _resolve(program, node)
    program.callers = [[] for _ in unit.functions]
    for number in program.reached():
        for called in {function for call in program.nodes[number].calls for function in call.functions}:
            program.callers[called].append(number)
    return program


# ------------------------------------------------------------------------------------------------------- the call graph


def targets(program: ProgramGraphs, call: CallSite) -> tuple[int, ...]:
    """The functions of the file that a call may enter."""
    unit = program.unit
    if call.target is not None:
        number = unit.numbers.get(call.target)
        return () if number is None else (number,)
    found = (unit.objects.get(number) for number in bits(unit.points.targets[call.pointer]))
    return tuple(unit.numbers[symbol] for symbol in found if symbol is not None and symbol in unit.numbers)


def _arrange(program: ProgramGraphs) -> None:
    """Find the functions that main may reach, callees first, and the recursive ones."""
    called: dict[int, list[int]] = {}
    for function, own in enumerate(program.graph.ranges):
        effects = (program.nodes[number].effects for number in own)
        calls = [call for one in effects if one is not None for call in one.calls]
        called[function] = list(dict.fromkeys(number for call in calls for number in targets(program, call)))
    main = program.number("main")
    assert main is not None
    for group in components((main,), called):
        program.order += group
        program.recursive.update(group if is_cycle(group, called) else ())


# ---------------------------------------------------------------------------------------------------- sets of variables


def _number(program: ProgramGraphs) -> None:
    """Assign a bit to every variable: targets of pointers first, then globals, then locals."""
    unit = program.unit
    width = len(unit.points.contents)
    for symbol in unit.lasting:
        if not symbol.taken:
            symbol.bit = 1 << width
            width += 1
    program.unknown = 1 << width
    program.shared = (1 << (width + 1)) - 1
    program.result = 1 << (width + 1)
    for function in unit.functions:
        local = width + 2
        for symbol in function.variables:
            if not symbol.taken:
                symbol.bit = 1 << local
                local += 1
    for symbol in [*unit.lasting, *(symbol for function in unit.functions for symbol in function.variables)]:
        if symbol.taken:
            symbol.bit = 1 << symbol.object


def _resolve(program: ProgramGraphs, node: FlowNode) -> None:
    """Turns the effects of a node into sets of variables."""
    effects, points = node.effects, program.unit.points
    if effects is None:
        return
    node.uses = read(program, effects.access)
    for symbol in effects.sets:
        node.writes |= symbol.bit
        # In a recursive function only one of several instances is overwritten.
        if not (symbol.taken and symbol.owner in program.recursive and not symbol.lasting):
            node.sets |= symbol.bit
    for symbol in effects.writes:
        node.writes |= symbol.bit
    for pointer in effects.stores:
        node.writes |= points.targets[pointer] or program.unknown
    for pointer in effects.escapes:
        reached = points.reachable(points.targets[pointer])
        _check_callbacks(program, node, reached)
        # It may also write objects that it received earlier, so earlier calls matter.
        node.writes |= reached | program.unknown
        node.uses |= program.unknown
    if node.sort is Sort.RETURN and node.tree is not None and node.tree.expr is not None:
        node.sets |= program.result
        node.writes |= program.result
    calls = []
    for call in effects.calls:
        functions = targets(program, call)
        if functions:
            calls.append(Callees(call, functions, tuple(read(program, argument) for argument in call.arguments)))
        else:
            for argument in call.arguments:
                node.uses |= read(program, argument)
    node.calls = tuple(calls)


def _check_callbacks(program: ProgramGraphs, node: FlowNode, reached: int) -> None:
    """Reject a program that passes a function of its own to an unknown function, whose calls would be invisible."""
    symbols = (program.unit.objects.get(number) for number in bits(reached))
    names = [symbol.name for symbol in symbols if symbol in program.unit.numbers]
    if names:
        what = f"a function without a body receives the address of {names[0]}"
        raise unsupported_at(node.tree, what)


def read(program: ProgramGraphs, access: ReadSet) -> int:
    """The variables that an access may read."""
    found = 0
    for symbol in access.reads:
        found |= symbol.bit
    for pointer in access.loads:
        found |= program.unit.points.targets[pointer] or program.unknown
    return found


def outside(program: ProgramGraphs, call: CallSite) -> bool:
    """Is it a call, by name, of a function that the file does not define?"""
    return call.target is not None and call.target not in program.unit.numbers


def is_error(program: ProgramGraphs, call: CallSite) -> bool:
    """Whether the call reports a violation whatever its arguments are."""
    return call.name in program.error_names and call.name not in ASSERT_FUNCTIONS


def is_assertion(program: ProgramGraphs, call: CallSite) -> bool:
    """Whether it is a library function that checks a condition and may report a violation."""
    return call.name in program.error_names and call.name in ASSERT_FUNCTIONS


def ends_run(program: ProgramGraphs, call: CallSite) -> bool:
    """Is it a call of a library function that ends the run?"""
    return outside(program, call) and call.name in library.ENDS


def assumes(program: ProgramGraphs, call: CallSite) -> bool:
    """Is it a call of a library function that ends the run if a condition does not hold?"""
    return outside(program, call) and call.name in ASSUMPTIONS
