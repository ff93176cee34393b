"""Any function as the entry: a `main` in C, behind the text of the user, that calls it with arbitrary arguments.

All that analyses, compiles or runs a program does so with this one. Scalars are arbitrary; a pointer stands for an
object of its own, of the size that was given, that a contract tells, or that the accesses suggest. What is assumed
besides is in the list of assumptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy

from msgspec import Struct, field
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, DataModel, Entry, Task, Where
from veriabs.frontend.contracts import Contract, Contracts, contracts
from veriabs.frontend.extents import extent_of, is_text
from veriabs.frontend.handed import handed
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.known import RETURNED
from veriabs.frontend.nodes import place_of
from veriabs.frontend.parse import parse
from veriabs.frontend.pointed import calls, pointer_members, resolved, sizable, with_plain_pointers
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, walk
from veriabs.frontend.unused import without_unreached

_SAME = re.compile(r"^\(\s*(\w+)\s*-\s*1\s*\) \+ 1$")

_NAME = re.compile(r"[A-Za-z_]\w*")

MOST = 1 << 40
"""Elements of an object that a pointer stands for, and the largest number that its size is computed of."""

MAIN = "main_of_the_file"
"""What a `main` of the file is called where another function is the entry."""


class Entered(Struct, frozen=True):
    """The text with a `main` that calls the entry, and what that assumes."""

    text: str
    assumptions: tuple[str, ...] = ()


class Signature(Struct, frozen=True):
    """Where a function is defined, and the names of its parameters; `*p` is what p, which points to a pointer, does."""

    where: Where
    parameters: frozenset[str]


class Source(Struct):
    """A preprocessed text as all its functions are entered: its contracts, the text without them, and its tree.

    It is made once for all functions of a file; none of them changes it.
    """

    contracts: Contracts
    text: str
    tree: c_ast.FileAST

    @classmethod
    def of(cls, preprocessed: str, task: Task) -> Source:
        found = contracts(preprocessed, task)
        text = found.renamed(MAIN)
        return cls(found, text, parse(text, task))

    @property
    def functions(self) -> dict[str, c_ast.FuncDef]:
        """Those that can be an entry, in textual order."""
        return {node.decl.name: node for node in self.tree.ext if isinstance(node, c_ast.FuncDef)}


def enter(text: str, task: Task) -> Entered:
    """The preprocessed text with the entry that the task asks for; InputError if there is no such function."""
    if task.entry.function == "main":
        return Entered(contracts(text, task).text)
    return enter_source(Source.of(text, task), task)


def enter_source(source: Source, task: Task) -> Entered:
    """The same for a function that is no `main`, of a text that was taken apart already."""
    functions = source.functions
    function = functions.get(task.entry.function)
    if function is None:
        raise InputError(f"{task.path}: no function {task.entry.function}{listed(functions)}")
    function = with_plain_pointers(function, source.tree)
    contract = source.contracts.of(task.entry.function)
    writer = _Writer(task, task.entry, function, functions, contract, source.tree)
    main = "\n".join(writer.lines()) + "\n"
    # Whether a label like ERROR is one depends on whether any function of the file calls what reports an error.
    reached = without_unreached(source.text, main, ERROR_FUNCTIONS | ASSERT_FUNCTIONS)
    return Entered(reached + main, tuple(writer.assumptions))


def functions_of(text: str, task: Task) -> dict[str, Signature]:
    """The functions of a preprocessed text that can be an entry, in textual order."""
    source = Source.of(text, task)
    return {
        "main" if name == MAIN else name: Signature(place_of(one.decl, task), frozenset(sizable(one, source.tree)))
        for name, one in source.functions.items()
    }


def listed(functions: Iterable[str]) -> str:
    """`; it has f, g: --function f`, or nothing."""
    names = [name for name in functions if name != MAIN]
    some = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return f"; it has {some}: --function {names[0]}, or --all-functions" if names else ""


TEXT = "text"
"""In place of a size: the last of any number of elements is 0."""

_CHARACTERS = ("char", "signed char", "unsigned char")
_A_TEXT = "a text of its own, of any length"


class _Writer(Struct):
    """Writes `main` for one function; `assumptions` are said to the user, `handed` are pointers of the caller's."""

    task: Task
    entry: Entry
    function: c_ast.FuncDef
    functions: dict[str, c_ast.FuncDef]
    contract: Contract
    tree: c_ast.FileAST
    assumptions: list[str] = field(default_factory=list)
    handed: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        parameters = self._parameters()
        names = {one.name for one in parameters}
        for name in sorted(self.entry.sizes.keys() - set(sizable(self.function, self.tree))):
            raise InputError(f"--array {name}: {self.entry.function} has no parameter {name}")
        pointers = [one for one in parameters if _is_pointer(one.type) and not calls(one.type, self.tree)]
        scalars = [one for one in parameters if one not in pointers]
        body = [
            *(self._marked(one.coord, f"{_declared(one)};") for one in scalars),
            *(_written(line) for name in self._arbitrary_globals() for line in name),
            *self.contract.requires(without=names - {one.name for one in scalars}),
            *(line for one in pointers for line in self._object(one, names - {one.name for one in pointers})),
            *self.contract.requires(about=names - {one.name for one in scalars}),
            *self.contract.snapshots({one.name: one for one in parameters}),
            self._call(", ".join(one.name for one in parameters)),
            *self.contract.ensures(),
            *(f"{RETURNED}({name});" for name in self._kept()),
        ]
        return [
            f'# 1 "{WRITTEN}"',
            "extern void abort(void);",
            *(["extern void *malloc(unsigned long);"] if pointers and self._lacks("malloc") else []),
            *(["extern void __VERIFIER_assert(int);"] if self._lacks("__VERIFIER_assert") else []),
            *([f"static void {RETURNED}(const void *kept) {{ }}"] if self._kept() else []),
            "int main(void) {",
            *(f"  {line}" if not line.startswith("#") else line for one in body for line in one.split("\n")),
            "  return 0;",
            "}",
        ]

    def _lacks(self, name: str) -> bool:
        return name not in {node.name for node in self.tree.ext if isinstance(node, c_ast.Decl)} | self.functions.keys()

    def _parameters(self) -> list[c_ast.Decl]:
        given = self.function.decl.type.args
        listed_ = [] if given is None else given.params
        if any(isinstance(one, c_ast.EllipsisParam) for one in listed_):
            raise UnsupportedError(f"{self._place()}: {self.entry.function} takes a variable number of arguments")
        return [one for one in listed_ if isinstance(one, c_ast.Decl) and one.name is not None]

    def _place(self) -> str:
        coord = self.function.coord
        return f"{coord.file}:{coord.line}" if coord else f"{self.task.path}:1"

    def _marked(self, coord: c_ast.Coord | None, text: str) -> str:
        """The text at a place of the user's."""
        where = coord or self.function.coord
        return text if where is None else f'# {where.line} "{where.file}"\n{text}'

    def _object(self, parameter: c_ast.Decl, scalars: set[str]) -> Iterator[str]:
        """The object that a pointer stands for: declaration, what is assumed of its size, and allocation.

        A size that is computed of scalars is a number that is none too large, and so are they. Where a difference is
        inferred, it may be below 0, of a caller as good as any: the object has no elements then.
        """
        name, pointee = parameter.name, parameter.type.type
        if isinstance(pointer := resolved(pointee, self.tree), c_ast.PtrDecl):
            yield from self._pointer(parameter, pointer, scalars)
            return
        unit = "char" if _is_void(pointee) else CGenerator().visit(_nameless(pointee))
        shapes = self._shapes(pointee)
        rest = shapes.flexible(pointee) if shapes is not None else None
        if rest is not None and shapes is not None:
            yield from self._struct_with_rest(parameter, unit, rest)
            yield from self._members(parameter, shapes)
            return
        given, promised = self.entry.sizes.get(name), self.contract.size(name)
        size = given or promised or extent_of(parameter, self.function, self.functions)
        told = "given" if given else "contract" if promised else "inferred"
        if size == "0" and told == "inferred":
            raise UnsupportedError(f"{self._place()}: parameter {name} is accessed in front of what it points to")
        text = given == TEXT and TEXT not in scalars
        if text and unit not in _CHARACTERS:
            raise InputError(f"--array {name}:{TEXT}: {name} does not point to characters")
        if unit in _CHARACTERS and (size is None or told == "inferred"):
            text = is_text(parameter, self.function, self.functions, first=size is not None)
        if size is None or text:
            size = f"elements_of_{name}"
            yield self._marked(parameter.coord, f"unsigned {size};")
            wraps = self.task.data_model is DataModel.ILP32
            yield _written(f"if ({size} == 0{f' || {size} > 2147483647u / sizeof({unit})' if wraps else ''}) abort();")
            other = f", or {name}:{TEXT}" if unit in _CHARACTERS else ""
            unknown = f"an object of its own, of any size (--array {name}:SIZE{other})"
            self.assumptions.append(f"{name} points to {f'{_A_TEXT} ({told})' if text else unknown}")
        else:
            size = _plain(size, name, unit)
            self.assumptions.append(f"{name} points to {size} element{'s' * (size != '1')} of its own ({told})")
        if not size.isdigit() and size != f"elements_of_{name}":
            for part in sorted(scalars & set(_NAME.findall(size)) - {size}):
                small = f"({part} < 0 ? (long long){part} >= -{MOST}LL : (unsigned long long){part} <= {MOST}ULL)"
                yield _written(f"if (!{small}) abort();")
                size = re.sub(rf"\b{part}\b", f"(long long)({part})", size)
            if told == "inferred" and "-" in size:
                size = f"((long long)({size}) > 0 ? (long long)({size}) : 0)"
            yield _written(f"if (!((long long)({size}) >= 0 && (long long)({size}) <= {MOST}LL)) abort();")
        allocated = f"{_written(f'({size}) * sizeof({unit})')}\n{self._marked(parameter.coord, ');')}"
        yield self._marked(parameter.coord, f"{_pointer_to(unit, name)} = malloc(\n{allocated}")
        if text:
            yield _written(f"{name}[{size} - 1] = 0;")
        if size == "1" and shapes is not None:
            yield from self._members(parameter, shapes)

    def _pointer(self, parameter: c_ast.Decl, pointee: c_ast.PtrDecl, scalars: set[str]) -> Iterator[str]:
        """The one pointer that a parameter points to: null if it is set before it is read, else to an object."""
        name = parameter.name
        found = handed(parameter, pointee, self.function, self.functions)
        is_one = isinstance(parameter.type, c_ast.PtrDecl) and not calls(pointee, self.tree)
        if found is None or not is_one or name in self.entry.sizes:
            raise UnsupportedError(f"{self._place()}: parameter {name} points to several pointers")
        begins = "0"
        if found.set:
            self.assumptions.append(f"*{name} is null")
        else:
            begins, told = found.pointer.name, len(self.assumptions)
            sizes = {begins if key == f"*{name}" else key: size for key, size in self.entry.sizes.items()}
            inner = replace(self, function=found.function, entry=replace(self.entry, sizes=sizes))
            yield from inner._object(found.pointer, scalars)
            self.assumptions[told:] = [one.replace(begins, f"*{name}") for one in self.assumptions[told:]]
        own = f"{name}_of_the_caller"
        for declared, value in ((_named(pointee, own, qualified=True), begins), (parameter, f"&{own}")):
            yield self._marked(parameter.coord, f"{CGenerator().visit(declared)} = {value};")
        self.handed.append(own)

    def _shapes(self, pointee: c_ast.Node) -> Shapes | None:
        """The types of the file, if a pointer may be one to a struct."""
        if not isinstance(pointee, c_ast.TypeDecl):
            return None
        shapes = Shapes(self.task.data_model)
        shapes.learn(self.tree)
        return shapes if isinstance(shapes.resolved(pointee), c_ast.Struct) else None

    def _members(self, parameter: c_ast.Decl, shapes: Shapes) -> Iterator[str]:
        """Objects of any size for what the pointers in a struct point to."""
        for one in pointer_members(parameter.type.type, self.function, self.functions, shapes):
            own, place = f"{one.name}_of_{parameter.name}", f"{parameter.name}->{one.name}"
            size = f"elements_of_{own}"
            yield self._marked(parameter.coord, f"unsigned {size};")
            wraps = f" || {size} > 2147483647u / sizeof({one.unit})" if self.task.data_model is DataModel.ILP32 else ""
            yield _written(f"if ({size} == 0{wraps}) abort();")
            yield from self._allocated(parameter, f"{one.unit} *{own}", f"{size} * sizeof({one.unit})")
            yield _written(f"{own}[{size} - 1] = 0; {place} = {own};" if one.text else f"{place} = {own};")
            self.assumptions.append(f"{place} points to {_A_TEXT if one.text else 'an object of its own, of any size'}")

    def _struct_with_rest(self, parameter: c_ast.Decl, unit: str, rest: str) -> Iterator[str]:
        """One struct with any number of elements in its flexible array member, none among them."""
        name, each = parameter.name, f"sizeof((({unit} *)0)->{rest}[0])"
        if name in self.entry.sizes:
            raise InputError(f"--array {name}: it points to a struct that ends with {rest}[], of which there is one")
        yield self._marked(parameter.coord, f"unsigned elements_of_{rest}_of_{name};")
        if self.task.data_model is DataModel.ILP32:
            most = f"(2147483647u - sizeof({unit})) / {each}"
            yield _written(f"if (elements_of_{rest}_of_{name} > {most}) abort();")
        self.assumptions.append(f"{name} points to 1 element of its own, with a {rest} of any size")
        yield from self._allocated(
            parameter, f"{unit} *{name}", f"sizeof({unit}) + elements_of_{rest}_of_{name} * {each}"
        )

    def _allocated(self, parameter: c_ast.Decl, declared: str, size: str) -> Iterator[str]:
        """The declaration of a pointer to an object of its own; its size is no text of the user's."""
        yield self._marked(parameter.coord, f"{declared} = malloc(\n{_written(size)}")
        yield self._marked(parameter.coord, ");")

    def _arbitrary_globals(self) -> Iterator[list[str]]:
        """Values for the variables of the file, which hold what they are initialised with otherwise."""
        variables = [
            node
            for node in self.tree.ext
            if isinstance(node, c_ast.Decl)
            and node.name is not None
            and not isinstance(node.type, c_ast.FuncDecl)
            and "const" not in node.quals
        ]
        if not self.entry.arbitrary_globals:
            if variables:
                self.assumptions.append("variables of the file hold what they are initialised with (--globals)")
            return
        for number, node in enumerate(variables):
            if isinstance(node.type, c_ast.PtrDecl):
                self.assumptions.append(f"{node.name} holds what it is initialised with")
                continue
            yield list(_arbitrary(node.name, node.type, number))

    def _kept(self) -> list[str]:
        """Pointers that the caller has in the end, what is returned among them, if it is asked what is not freed."""
        asked = {GoalKind.MEMORY_LEAK.value, GoalKind.MEMORY_TRACK.value} & set(self.task.checks)
        returned = [Contract.RESULT] if isinstance(self.function.decl.type.type, c_ast.PtrDecl) else []
        return [*returned, *self.handed] if asked else []

    def _call(self, arguments: str) -> str:
        returned = self.function.decl.type.type
        call = f"{self.entry.function}({arguments});"
        if not (self.contract.reads_result() or Contract.RESULT in self._kept()) or _is_void(returned):
            return self._marked(self.function.coord, call)
        declared = CGenerator().visit(_named(returned, Contract.RESULT))
        return self._marked(self.function.coord, f"{declared} = {call}")


def _plain(size: str, name: str, unit: str) -> str:
    """A number of elements in fewer words, and without the name of the pointer, which is declared behind it."""
    size = re.sub(rf"\bsizeof\s*(\(\s*)?\*\s*{name}\b(?(1)\s*\))", f"sizeof({unit})", _SAME.sub(r"\1", size))
    one = re.escape(f"sizeof({unit})")
    counted = re.fullmatch(rf"\(\s*(\w+)\s*\*\s*{one}\s*\) / {one}", size)
    return counted[1] if counted else size


def _written(text: str) -> str:
    return f'# 1 "{WRITTEN}"\n{text}'


def _arbitrary(name: str, ctype: c_ast.Node, number: int) -> Iterator[str]:
    """Statements that give a variable any value; of arrays each cell."""
    loops: list[str] = []
    target, inner = name, ctype
    while isinstance(inner, c_ast.ArrayDecl):
        counter = f"g{number}_{len(loops)}"
        size = f"sizeof({target}) / sizeof({target}[0])"
        loops.append(f"for (unsigned long {counter} = 0; {counter} < {size}; {counter}++)")
        target, inner = f"{target}[{counter}]", inner.type
    value = f"any_{name}"
    yield " ".join((*loops, f"{{ {CGenerator().visit(_named(inner, value))}; {target} = {value}; }}"))


def _declared(parameter: c_ast.Decl) -> str:
    bare = deepcopy(parameter)
    bare.quals, bare.storage = [], []
    for node in walk(bare):
        if isinstance(node, c_ast.TypeDecl):
            node.quals = []
    return str(CGenerator().visit(bare))


def _is_pointer(ctype: c_ast.Node) -> bool:
    return isinstance(ctype, c_ast.PtrDecl | c_ast.ArrayDecl)


def _is_void(ctype: c_ast.Node) -> bool:
    return isinstance(ctype, c_ast.TypeDecl) and getattr(ctype.type, "names", None) == ["void"]


def _named(ctype: c_ast.Node, name: str | None, *, qualified: bool = False) -> c_ast.Node:
    """The type as the declaration of a name, or as a type alone; without qualifiers unless it is to be `qualified`."""
    copied = deepcopy(ctype)
    for node in walk(copied):
        if isinstance(node, c_ast.TypeDecl):
            node.declname, node.quals = name, node.quals if qualified else []
    return c_ast.Decl(name, [], [], [], [], copied, None, None) if name else c_ast.Typename(None, [], None, copied)


def _nameless(ctype: c_ast.Node) -> c_ast.Node:
    return _named(ctype, None)


def _pointer_to(unit: str, name: str) -> str:
    base, bracket, sizes = unit.partition("[")
    return f"{base}(*{name}){bracket}{sizes}" if bracket else f"{unit} *{name}"
