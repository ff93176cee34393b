"""What parameters of type `void *` point to: what the calls of their functions hand over, where nothing else can."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from pycparser import c_ast

from veriabs.frontend.instrument.pointees import ANY, Pointees
from veriabs.frontend.survey import STEPS, walk

_NOTHING = "void"

_COMPARING: Mapping[str, tuple[int, tuple[int, int]]] = {"qsort": (3, (0, 0)), "bsearch": (4, (0, 1))}
"""Which argument of a library function is one that it calls, and which others point to what it hands over (C11 7.22.5);
pointers to elements, as those that are given themselves."""


def learn_handed(tree: c_ast.FileAST, pointees: Pointees) -> frozenset[str]:
    """Gives such parameters the kinds of what they point to; their names.

    A name is left as it is if something else of that name is a pointer to `void`, or if it is set or its address taken
    anywhere, or if its function is named anywhere but in calls.
    """
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    given = _given(tree, pointees, functions)
    found = defaultdict[str, set[str]](set)
    parameters = set[int]()
    for function, definition in functions.items():
        for position, parameter in enumerate(_parameters(definition.decl.type)):
            parameters.add(id(parameter))
            if _is_void(parameter, pointees):
                found[parameter.name] |= given.get((function, position), {ANY})
    for node in walk(tree):
        if isinstance(node, c_ast.FuncDecl):  # those of a prototype point to nothing
            parameters |= {id(parameter) for parameter in _parameters(node)}
    changed = {name for node in walk(tree) for name in _changed(node, parameters, pointees)}
    known = found.keys() - changed
    for name in known:
        pointees.kinds[name] = (pointees.kinds[name] - {_NOTHING}) | found[name]
    return frozenset(known)


def _parameters(node: c_ast.FuncDecl) -> list[c_ast.Decl]:
    listed = node.args.params if node.args is not None else []
    return [one for one in listed if isinstance(one, c_ast.Decl) and one.name is not None]


def _is_void(parameter: c_ast.Decl, pointees: Pointees) -> bool:
    ctype = pointees.resolved(parameter.type)
    return isinstance(ctype, c_ast.PtrDecl) and pointees.kind(ctype.type) == _NOTHING


def _changed(node: c_ast.Node, parameters: set[int], pointees: Pointees) -> Iterator[str]:
    """Names that may point to something else there."""
    match node:
        case c_ast.Decl(name=str(name)) if id(node) not in parameters and _is_void(node, pointees):
            yield name
        case c_ast.Assignment(lvalue=c_ast.ID(name=name)) | c_ast.UnaryOp(op="&", expr=c_ast.ID(name=name)):
            yield name
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op in STEPS:
            yield name
        case _:
            pass


def _given(
    tree: c_ast.FileAST, pointees: Pointees, functions: Mapping[str, c_ast.FuncDef]
) -> Mapping[tuple[str, int], set[str]]:
    """The kinds of what is handed to functions, by their names and the position of the parameter."""
    given = defaultdict[tuple[str, int], set[str]](set)
    called, named = Counter[str](), Counter[str]()
    for node in walk(tree):
        if isinstance(node, c_ast.ID) and node.name in functions:
            named[node.name] += 1
        if not isinstance(node, c_ast.FuncCall) or not isinstance(node.name, c_ast.ID):
            continue
        arguments = node.args.exprs if node.args is not None else []
        for function, handed in _calls(node.name.name, arguments, functions):
            called[function] += 1
            for position, argument in enumerate(handed):
                given[function, position] |= _object(argument, pointees)
    for function, position in given:
        if named[function] != called[function]:  # whoever has its address may call it
            given[function, position].add(ANY)
    return given


def _calls(
    name: str, arguments: list[c_ast.Node], functions: Mapping[str, c_ast.FuncDef]
) -> Iterator[tuple[str, list[c_ast.Node]]]:
    """The functions of the file that a call leads to, with what they are handed."""
    if name in functions:
        yield name, arguments
    elif name in _COMPARING and len(arguments) == _COMPARING[name][0] + 1:
        match arguments[-1]:
            case c_ast.ID(name=function) | c_ast.UnaryOp(op="&", expr=c_ast.ID(name=function)) if function in functions:
                yield function, [arguments[which] for which in _COMPARING[name][1]]
            case _:
                pass


def _object(argument: c_ast.Node, pointees: Pointees) -> set[str]:
    """The kinds of the objects that an argument may point to."""
    match argument:
        case c_ast.UnaryOp(op="&", expr=inner) if pointees.left(inner) == 0:
            return pointees.kinds.get(pointees.root(inner), {ANY})
        case _ if pointees.left(argument) == 1:
            return pointees.kinds.get(pointees.root(argument), {ANY})
        case _:
            return {ANY}
