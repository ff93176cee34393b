"""Create objects for pointer parameters: sizes, allocation, and assumptions about them.

A contract that requires valid cells determines the size. A size from `--array`, or one inferred from accesses, is a
condition of the verdict; so is a pointer that is assumed not to be null without a contract that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec import Struct, field
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.precondition import TEXT
from veriabs.core.source import DataModel, Task
from veriabs.core.types import IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.contract import Contract, Extent
from veriabs.frontend.contract.quantifiers import plus
from veriabs.frontend.contract.syntax import ClauseNode
from veriabs.frontend.contract.terms import number, strip_parentheses
from veriabs.frontend.contract.values import Integer, literal
from veriabs.frontend.harness import member_objects
from veriabs.frontend.harness.clauses import MOST, Clauses, SizeReader, largest
from veriabs.frontend.harness.names import declared_as, generated, marked, pointer_to, unit_of
from veriabs.frontend.harness.out_parameters import out_parameter
from veriabs.frontend.harness.range_ends import end_pointer, range_object
from veriabs.frontend.nodes import place_of, retyped
from veriabs.frontend.pointer_members import calls, resolve_typedef
from veriabs.frontend.reach import is_indexed, is_read, only_accessed, reached_functions
from veriabs.frontend.typed.types import RecordType, flexible, target

CHAR_BITS = 8
_CHARACTERS = ("char", "signed char", "unsigned char")


class ObjectWriter(Struct):
    """Writes the objects of one function's pointers as C.

    - `sizes`: from `--array`. `inferred`: sizes of an inferred precondition. `contract`: states other sizes.
    - `conditions`: assumptions of the verdict so far. `promised`: pointers whose object the contract states.
    - `out_parameters`: pointers `*p` of parameters `T **p`. `inner`: their declarations.
    - `counts`: the numbers of elements in C, by pointer. `null`: pointers that may be null, with the condition if any.
    - `measured`: its variable and that of its object's number of elements, by pointer, if such numbers are inputs
      (`Entry.measured`). `flags`: the variables that choose null.
    - `members`: pointers like `p->q` that have an object of some size. `numbers`: variables with the caller's values of
      numbers like `p->n` and `*p`.
    - `ends`: the other pointer, for one that is only compared with it (`p < end`). `begins`: variables of pointers.
    """

    task: Task
    sizes: Mapping[str, str]
    function: c_ast.FuncDef
    functions: Mapping[str, c_ast.FuncDef]
    contract: Contract
    tree: c_ast.FileAST
    clauses: Clauses
    conditions: list[str] = field(default_factory=list)
    out_parameters: dict[str, str] = field(default_factory=dict)
    counts: dict[str, str] = field(default_factory=dict)
    promised: set[str] = field(default_factory=set)
    inner: dict[str, c_ast.Decl] = field(default_factory=dict)
    null: dict[str, str] = field(default_factory=dict)
    inferred: Mapping[str, str] = field(default_factory=dict)
    measured: dict[str, tuple[str, str]] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)
    numbers: dict[str, str] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)
    begins: dict[str, str] = field(default_factory=dict)

    EXTRA_CELLS: ClassVar[int] = 65536
    """Extra elements of an object of inferred size, if the entry asks for larger objects."""

    def object(self, key: str, parameter: c_ast.Decl) -> Iterator[str]:
        """The object of a pointer, which the function calls `key`: declaration, assumptions, allocation.

        If requested, the pointer may be null instead.
        """
        self.begins[key] = parameter.name
        if (begin := self.begins.get(self.ends.get(key, ""))) in self.counts:
            yield from end_pointer(self, key, parameter, begin)
            return
        yield from self._object(key, parameter)
        yield from self._null_choice(key, parameter.name)

    def _null_choice(self, key: str, name: str) -> Iterator[str]:
        if key in self.null:
            flag = self.clauses.names.fresh(f"{name}_is_null")
            test = f"{flag} && {self.null[key]}" if self.null[key] else flag
            yield generated(f"_Bool {flag}; if ({test}) {name} = 0;")
            self.flags[key] = flag

    def _object(self, key: str, parameter: c_ast.Decl) -> Iterator[str]:
        pointee = parameter.type.type
        if isinstance(pointer := resolve_typedef(pointee, self.tree), c_ast.PtrDecl):
            yield from self._pointer(key, parameter, pointer)
            return
        struct = self._struct(pointee)
        if struct is not None and (rest := flexible(struct)) is not None:
            yield from member_objects.struct_with_rest(self, key, parameter, unit_of(pointee), rest.name)
            yield from member_objects.pointed_objects(self, key, parameter.name, (struct,), parameter)
            return
        extents = self.contract.extent(key)
        linked = member_objects.LinkedObjects(self, parameter, struct)
        known = extents or key in self.sizes or self._declared_size(key)
        if not known and self._is_single_struct(key, parameter) and linked.applies():
            self._allow_null(key)
            yield from linked.written()
            self.conditions.append(f"{key}{linked.described()}{self._null_note(key)}")
            return
        if extents and key not in self.sizes:
            yield from self._object_of_stated_size(key, parameter, extents)
        else:
            yield from self._object_of_inferred_size(key, parameter)
        if struct is not None and (key in self.measured or self.counts.get(parameter.name) == "1"):
            single = not self.task.entry.measured or self._is_single_struct(key, parameter)
            yield from member_objects.pointed_objects(self, key, parameter.name, (struct,), parameter, single=single)

    @property
    def size_reader(self) -> SizeReader:
        return SizeReader(self.task, self.function, self.clauses, self.sizes)

    def reached(self) -> list[c_ast.FuncDef]:
        return reached_functions(self.function, self.functions, self.tree)

    def _place(self) -> str:
        return str(place_of(self.function, self.task))

    # -------------------------------------------------------------------------------------- objects of stated sizes

    def _object_of_stated_size(self, key: str, parameter: c_ast.Decl, extents: list[Extent]) -> Iterator[str]:
        """An object of the size that the contract states."""
        unit = unit_of(parameter.type.type)
        for extent in extents:
            if extent.last is not None:
                yield from self.size_reader.limited(extent.last)
        sizes = [self._size(one, unit, parameter) for one in extents]
        size = largest(sizes)
        for one, extent in zip(sizes, extents, strict=True):
            if extent.bytes is not None and one.low < 0:
                yield generated(f"if ({one.text} < 0) abort();")  # as a number of bytes it is larger than any object
                size = replace(size, low=max(0, size.low))
        yield from self._allocated_cells(parameter, unit, size)
        self.promised.add(key)
        if any(one.nullable for one in extents):
            self.null[key] = ""
        elif size.low < 1 and not (self._excludes_null(key) or self._only_accessed(key) or _is_fresh(extents)):
            if self.task.entry.null_pointers:
                self.null[key] = f"({self.counts[parameter.name]}) == 0"
            else:
                self.conditions.append(f"{key} is not null")

    def _only_accessed(self, key: str) -> bool:
        return key not in self.members and only_accessed(key, self.function)

    def _excludes_null(self, key: str) -> bool:
        """Whether a clause excludes that the pointer is null."""
        for one in self.contract.requires:
            match one.node:
                case syntax.Name(name) if name == key:
                    return True
                case syntax.Chain((syntax.Name(name), other), ("!=",)) if name == key:
                    return isinstance(other, syntax.NullTerm | syntax.CastTerm | syntax.Number)
                case _:
                    pass
        return False

    def _size(self, extent: Extent, unit: str, parameter: c_ast.Decl) -> Integer:
        scope = self.clauses.scope(extent.where, extent.notation)
        if extent.bytes is not None:
            return self._elements(extent.bytes, unit, extent, parameter)
        return number(plus(extent.last, 1), scope) if extent.last is not None else literal(1)

    def _elements(self, size: ClauseNode, unit: str, extent: Extent, parameter: c_ast.Decl) -> Integer:
        """A number of bytes as one of elements: `n` for `n * sizeof(T)`."""
        scope = self.clauses.scope(extent.where, extent.notation)
        match size:
            case syntax.SizeOf() as one if self._is_cell_size(one, unit, parameter):
                return literal(1)
            case syntax.BinaryTerm("*", count, syntax.SizeOf() as one) if self._is_cell_size(one, unit, parameter):
                if self.clauses.most(count, scope) <= MOST:
                    return number(count, scope)  # else the product may wrap
            case syntax.BinaryTerm("*", syntax.SizeOf() as one, count) if self._is_cell_size(one, unit, parameter):
                if self.clauses.most(count, scope) <= MOST:
                    return number(count, scope)
            case _:
                pass
        whole = number(size, scope)
        return whole if unit in _CHARACTERS else replace(whole, text=f"(({whole.text}) / sizeof({unit}))")

    def _is_cell_size(self, size: syntax.SizeOf, unit: str, parameter: c_ast.Decl) -> bool:
        """Is it `sizeof` of the cells of the pointer?"""
        if size.operand is None:
            return size.type.split() == unit.split()
        names = {key for key, one in self.clauses.variables.items() if one.text == parameter.name and one.local}
        return size.operand in {syntax.UnaryTerm("*", syntax.Name(name)) for name in names}

    # ------------------------------------------------------------------------------------------------ inferred objects

    def _object_of_inferred_size(self, key: str, parameter: c_ast.Decl) -> Iterator[str]:
        """An object of the size that was given, or that the accesses suggest: a condition of the verdict."""
        unit = unit_of(parameter.type.type)
        self._allow_null(key)
        given = self.sizes.get(key)
        known = given or self._declared_size(key)
        size = known or self.inferred.get(key) or ("1" if self._is_single_struct(key, parameter) else None)
        if key in self.ends.values() and not known:
            yield from range_object(self, key, parameter, unit)
        elif self.task.entry.measured and not known:
            yield from self._measured(key, parameter, unit)
        else:
            yield from self._sized(key, parameter, size, "given" if given else "inferred")

    def member(self, key: str, pointer: c_ast.Decl, *, is_text: bool) -> Iterator[str]:
        """The object of a pointer member `p->q`, as for a parameter; `pointer` is its variable in `main`."""
        self.members.add(key)
        given, extents = self.sizes.get(key), self.contract.extent(key)
        if extents and not given:
            yield from self._object_of_stated_size(key, pointer, extents)
            yield from self._null_choice(key, pointer.name)
        elif self.task.entry.measured and not given:
            yield from self._measured(key, pointer, unit_of(pointer.type.type))
        else:
            inferred = self.inferred.get(key)
            size = given or (inferred if inferred != "0" else None) or (TEXT if is_text else None)
            yield from self._sized(key, pointer, size, "given" if given else "inferred")

    def _sized(self, key: str, parameter: c_ast.Decl, size: str | None, origin: str) -> Iterator[str]:
        """An object of a size that was given or inferred; of any size without one."""
        unit = unit_of(parameter.type.type)
        if size == "0" and origin == "inferred":
            raise UnsupportedError(f"{self._place()}: parameter {key} is accessed at a negative index")
        text = size == TEXT and TEXT not in self.clauses.variables
        if text and unit not in _CHARACTERS and not self._is_characters(parameter):
            raise InputError(f"--array {key}:{TEXT}: {key} does not point to characters")
        if size is None or text:
            yield from self._object_of_any_size(key, parameter, unit, text, origin)
            return
        try:
            own = yield from self.size_reader.with_variables(size, key)
            node = self.size_reader.parse(own, key)
            yield from self.size_reader.limited(node, downwards=True)
            count = self.size_reader.count(node, size, key)
        except UnsupportedError:  # an inferred number that may be too large, such as `rows * columns`
            yield from self._object_of_any_size(key, parameter, unit, False, origin)
            return
        size = str(count.low) if origin == "inferred" and count.low == count.high else size  # no `(long)50`
        limits = f", {size} >= 0" if count.low < 0 and "-" not in own else ""  # n - 1 may be below zero
        points = f"points to {size} element{'s' * (size != '1')} of its own{limits}{self._null_note(key)}"
        self.conditions.append(f"{key} {points} ({origin})")
        if limits:
            yield generated(f"if ({count.text} < 0) abort();")
            count = replace(count, low=0)
        yield from self._allocated_cells(parameter, unit, count, suggested=origin == "inferred")

    def _is_single_struct(self, key: str, parameter: c_ast.Decl) -> bool:
        """Whether the code accesses only one struct through the pointer."""
        is_struct = self._struct(parameter.type.type) is not None
        return is_struct and not is_indexed(key, self.function, self.functions)

    def _allow_null(self, key: str) -> None:
        if self.task.entry.null_pointers and not self._excludes_null(key):
            self.null[key] = ""

    def _declared_size(self, key: str) -> str | None:
        """The size in the declaration of the parameter, as `4` of `int a[4]`."""
        ctype = self._function_parameter(key).type
        is_sized = isinstance(ctype, c_ast.ArrayDecl) and ctype.dim is not None
        return str(CGenerator().visit(ctype.dim)) if is_sized else None

    def _is_characters(self, parameter: c_ast.Decl) -> bool:
        ctype = target(self.clauses.types.read(parameter))
        return isinstance(ctype, IntType) and ctype.bits == CHAR_BITS

    def _measured(self, key: str, parameter: c_ast.Decl, unit: str) -> Iterator[str]:
        """An object with any number of elements, also zero; the number is an input."""
        count = self.clauses.names.fresh(f"elements_of_{parameter.name}")
        yield marked(self.coord(parameter), f"unsigned {count};")
        yield from self.allocated(parameter, pointer_to(unit, parameter.name), f"({count}) * sizeof({unit})")
        self.counts[parameter.name], self.measured[key] = count, (parameter.name, count)
        if self._is_read_number(key, parameter) and len(self.numbers) < member_objects.MOST_NUMBERS:
            own = self.clauses.names.fresh(f"{parameter.name}_points_to")
            yield self.declared(parameter, f"{unit} {own};")
            yield generated(f"if ({count} > 0) *{parameter.name} = {own};")
            self.numbers[f"*{key}"] = own

    def _is_read_number(self, key: str, parameter: c_ast.Decl) -> bool:
        """Whether the pointer leads to one integer, whose initial value the function may use."""
        if not isinstance(target(self.clauses.types.read(parameter)), IntType) or key in self.members:
            return False
        return is_read(key, self.function) and not is_indexed(key, self.function, self.functions)

    def _null_note(self, key: str) -> str:
        return ", or is null" if key in self.null else ""

    def _function_parameter(self, key: str) -> c_ast.Decl:
        """The parameter as the function declares it."""
        given = self.function.decl.type.args.params
        return next((one for one in given if getattr(one, "name", None) == key), None) or self.inner[key]

    def _object_of_any_size(self, key: str, parameter: c_ast.Decl, unit: str, text: bool, origin: str) -> Iterator[str]:
        count = self.clauses.names.fresh(f"elements_of_{parameter.name}")
        yield marked(self.coord(parameter), f"unsigned {count};")
        yield generated(f"if ({count} == 0{self.wraps(count, unit)}) abort();")
        other = f", or {key}:{TEXT}" if unit in _CHARACTERS else ""
        unknown = f"an object of its own, of any size (--array {key}:SIZE{other})"
        kind = f"{member_objects.A_STRING} ({origin})" if text else unknown
        self.conditions.append(f"{key} points to {kind}{self._null_note(key)}")
        size = f"({count}) * sizeof({unit})"
        yield from self.allocated(parameter, pointer_to(unit, parameter.name), self.enlarged_size(size, unit))
        self.counts[parameter.name] = count
        if text:
            yield generated(f"{parameter.name}[{count} - 1] = 0;")

    def wraps(self, count: str, unit: str) -> str:
        wide = self.task.data_model is DataModel.ILP32
        return f" || {count} > {member_objects.LARGEST_ILP32}u / sizeof({unit})" if wide else ""

    # ------------------------------------------------------------------------------------------------------ allocation

    def enlarged_size(self, size: str, unit: str) -> str:
        """The size in bytes of an object of inferred size, enlarged if the entry asks for larger objects (see
        `verify.suggested_sizes`)."""
        return f"{size} + {self.EXTRA_CELLS} * sizeof({unit})" if self.task.entry.larger_objects else size

    def _allocated_cells(
        self, parameter: c_ast.Decl, unit: str, size: Integer, *, suggested: bool = False
    ) -> Iterator[str]:
        """An object of a number of elements; of none if the number is negative."""
        if size.high > MOST:
            most = f"{MOST}ULL" if not size.type.signed else f"{MOST}LL"
            yield generated(f"if ({size.text} > {most}) abort();")
        text = size.text if size.low >= 0 else f"({size.text} > 0 ? {size.text} : 0)"
        self.counts[parameter.name] = text
        whole = f"({strip_parentheses(text)}) * sizeof({unit})"
        whole = self.enlarged_size(whole, unit) if suggested else whole
        yield from self.allocated(parameter, pointer_to(unit, parameter.name), whole)

    def allocated(self, parameter: c_ast.Decl, declared: str, size: str) -> Iterator[str]:
        """The declaration of a pointer to a new object; `size` is generated text."""
        coord = self.coord(parameter)
        yield marked(coord, f"{declared} = malloc(\n{generated(size)}\n{marked(coord, ');')}")

    def declared(self, parameter: c_ast.Decl, text: str) -> str:
        """A declaration at the place of a parameter."""
        return marked(self.coord(parameter), text)

    def coord(self, parameter: c_ast.Decl) -> c_ast.Coord | None:
        return parameter.coord or self.function.coord

    def copy(self, base: str, name: str, unit: str) -> tuple[str, list[str]]:
        """Statements that copy all cells of an object, or of an array of the file, to an object of that name."""
        count = self.counts.get(base, f"sizeof({base}) / sizeof({base}[0])")
        index = self.clauses.names.fresh("cell")
        loop = f"for (unsigned long long {index} = 0; {index} < {count}; {index}++) {name}[{index}] = {base}[{index}];"
        return name, [f"{pointer_to(unit, name)} = malloc(({count}) * sizeof({unit}));", loop]

    # -------------------------------------------------------------------------------------------- pointers and structs

    def _pointer(self, key: str, parameter: c_ast.Decl, pointee: c_ast.PtrDecl) -> Iterator[str]:
        """The one pointer that a parameter points to: null if it is always set before it is read, else to an object."""
        found = out_parameter(self._function_parameter(key), pointee, self.function, self.functions)
        is_one = isinstance(parameter.type, c_ast.PtrDecl) and not calls(pointee, self.tree)
        if found is None or not is_one or key in self.sizes or self.contract.extent(key):
            raise UnsupportedError(f"{self._place()}: parameter {key} points to several pointers")
        begins = "0"
        if not found.is_set:
            begins, start = found.pointer.name, len(self.conditions)
            sizes, inferred = (
                {re.sub(rf"^\*{key}\b", begins, one): size for one, size in known.items()}
                for known in (self.sizes, self.inferred)
            )
            inner = replace(self, function=found.function, sizes=sizes, inferred=inferred, contract=Contract())
            inner.inner, inner.measured, inner.numbers = {begins: found.pointer}, {}, {}
            inner.ends = {end: begins for end, begin in self.ends.items() if begin == f"*{key}"}
            yield from inner.object(begins, declared_as(found.pointer, begins))
            self.begins[f"*{key}"] = begins
            if begins in inner.measured:  # what members of the struct point to has any size
                self.measured[f"*{key}"] = inner.measured[begins]
            self.members |= {one.replace(begins, f"*{key}") for one in inner.members}
            self.conditions[start:] = [one.replace(begins, f"*{key}") for one in self.conditions[start:]]
        own = self.clauses.names.fresh(f"{parameter.name}_of_the_caller")
        for declared, value in ((retyped(pointee, own, qualified=True), begins), (parameter, f"&{own}")):
            yield marked(self.coord(parameter), f"{CGenerator().visit(declared)} = {value};")
        self.out_parameters[key] = own

    def _struct(self, pointee: c_ast.Node) -> RecordType | None:
        """The struct that a pointer points to, if it is one."""
        found = self.clauses.types.read(pointee)
        return found if isinstance(found, RecordType) and not found.union else None


def _is_fresh(extents: list[Extent]) -> bool:
    return any(one.fresh for one in extents)
