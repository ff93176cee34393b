"""The state of one lowering (names, variables, scopes, active calls), and the side effects of expressions in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core import errors
from veriabs.core.conditions import VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.program import Array, Gap, Initial, Scalar
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.statements import Assign, CallPath, Stmt
from veriabs.core.types import BOOL, CType
from veriabs.frontend.lower.facts import ANYWHERE, MOVED, OUTSIDE, PointerFacts, PointerKey
from veriabs.frontend.lower.places import (
    JOINED,
    Entity,
    ObjectKey,
    Place,
    PointerValue,
    PointerVariable,
    Region,
    Storage,
    Value,
)
from veriabs.frontend.lower.scope import UniqueNames
from veriabs.frontend.nodes import place_of
from veriabs.frontend.typed.declarators import BlockScope
from veriabs.frontend.typed.expressions import type_of_expression
from veriabs.frontend.typed.types import FunctionType, RecordType, Type

P = TypeVar("P", bound=Value)


class SideEffects(Struct):
    """Side effects of one expression: those before its value is used, and those before the next sequence point.

    `first`, `last`: the range of its uses of pointers in `Context.pointer_uses`.
    """

    before: list[Stmt] = field(default_factory=list)
    after: list[Stmt] = field(default_factory=list)
    first: int | None = None
    last: int = 0

    def cover(self, first: int, last: int) -> None:
        """The uses of pointers from `first` to before `last` belong to the expression."""
        self.first, self.last = first if self.first is None else min(first, self.first), max(last, self.last)

    @property
    def quiet(self) -> bool:
        return not self.before and not self.after

    def flush(self) -> list[Stmt]:
        """All effects in order, for a full expression whose value is unused."""
        return [*self.before, *self.after]

    def absorb(self, other: SideEffects) -> None:
        """Take over the effects of an operand."""
        self.before += other.before
        self.after += other.after


class ActiveCall(Struct):
    """One active call: its function and place, the variable of its result, and the flag that it has returned.

    `sizes` are names in arguments of allocations; `jumps` are flags of the labels that the current place can jump to;
    `left`: a return was lowered; `freed`: objects freed before some return.
    """

    function: c_ast.FuncDef
    name: str
    returns: Type
    result: Var | PointerVariable | Storage | None
    flag: Var
    moving: frozenset[str]
    labels: dict[str, c_ast.Node]
    sizes: frozenset[str]
    where: Where
    jumps: dict[str, Var] = field(default_factory=dict)
    left: bool = False
    freed: list[tuple[Storage, Where]] = field(default_factory=list)


class LeavingBlock(Struct):
    """A block that ends by leaving its function: the objects freed in it, and the number of enclosing loops."""

    loops: int
    freed: list[tuple[Storage, Where]] = field(default_factory=list)


class Hooks(Struct, frozen=True):
    """The functions of other modules that lower one kind of C node each.

    They call each other recursively, so modules call them by this record instead of importing each other.
    """

    value: Callable[[Context, c_ast.Node, SideEffects], Value]
    lvalue: Callable[[Context, c_ast.Node, SideEffects], Place | PointerVariable | Const]
    call: Callable[[Context, c_ast.FuncCall, SideEffects], Value]
    call_outside: Callable[[Context, c_ast.FuncCall, FunctionType, SideEffects], Value]
    block: Callable[[Context, c_ast.Compound], list[Stmt]]
    items: Callable[[Context, c_ast.Compound], list[Stmt]]
    statement: Callable[[Context, c_ast.Node], list[Stmt]]
    nested: Callable[[Context, c_ast.Node | None], list[Stmt]]
    integer: Callable[[Context, c_ast.Node], Expr]
    entity_type: Callable[[Context, c_ast.ID], Type]


class Context(Struct):
    """The complete state of one lowering.

    - `prologue`: initialisers of static objects. `inputs`: temporaries that hold a nondet value; `truths`: those that
      hold the value of `&&` or `||` for a single use.
    - `loops`, `branches`, `depth`: numbers of loops, conditionals and blocks around the current place. `switch`: the
      flag of the switch that a `break` would leave. `leaving`: the enclosing block that ends its function.
    - `error_labels`: reaching a label named ERROR is the error.
    - `readings`: the first value of each expression, by the identity of its node.
    - `settled`: places of assertions that a constant decides. `gaps`: unsupported constructs; `skipped`: places of such
      statements, and whether they are in no loop; `surely_run`: those in no branch either. `inlined`: called functions.
    - `taken`: functions whose address is taken. `recursions`: number of inlined recursive calls, at
      most `most_recursions`. `own_layouts`: struct definitions whose layout an attribute or pragma changes.
    - `pointer_uses`: pointers that are read (False) or assigned (True), and objects that are accessed or freed.
    - `allocated`: allocated objects and their places. `given`: objects of the caller of the entry function. `ended`:
      freed and resized objects. `unset`: local variables without initial value.
    - `hoisted`: statements to compute once before the enclosing loops, the outermost of which is in call `outermost`.
    - `discarded`: an expression whose value is unused. `carriers`: variables replaced by their value after its checks.
    - `facts`: those of earlier lowerings, and new ones. `maybe_null`: pointers that may be null. `regions`: those of
      `facts.together`. `declared`: number of objects by name and place. `lengths`: lengths of string literals in arrays
      of regions. `offsets`: variables for offsets of pointers into resized objects.
    - `truthful`: temporaries for the nonzero result of a predicate such as `isdigit`. `models`: used library models.
      `surveys`: the names that move, the labels, and the names in arguments of allocations, by function.
    - `foreign`: called functions without a body. They may write objects that are `visible` (true if a system header
      declares them; with `visible_pointers`), have `escaped`, or were found to be known `outside` earlier. The flags
      say whether an object outlives its block. `outsiders`: some code writes all these objects. `callable`: objects
      that other files can name and that hold pointers to functions.
    - `constants`: variables of string literals and of constant objects, with the places of their initialisers.
      `no_return`: functions that the compiler takes to never return.
    - `assumed`: assumptions for the verdict. `forged`: where a number becomes a pointer. `leaky`: a pointer is seen as
      another type.
    """

    task: Task
    hooks: Hooks
    functions: dict[str, c_ast.FuncDef]
    prototypes: dict[str, c_ast.Decl]
    error_labels: bool
    global_moving: frozenset[str]
    recursive: frozenset[str] = frozenset()
    taken: tuple[str, ...] = ()
    own_layouts: Mapping[int, bool | None] = field(default_factory=dict)
    names: UniqueNames = field(default_factory=UniqueNames)
    scalars: dict[str, Scalar] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    global_scope: BlockScope[Entity] = field(default_factory=BlockScope)
    scope: BlockScope[Entity] = field(default_factory=BlockScope)
    prologue: list[Stmt] = field(default_factory=list)
    calls: list[ActiveCall] = field(default_factory=list)
    statics: dict[int, Place | PointerVariable | Const] = field(default_factory=dict)
    records: dict[int, RecordType] = field(default_factory=dict)
    inputs: set[str] = field(default_factory=set)
    truthful: set[str] = field(default_factory=set)
    models: set[str] = field(default_factory=set)
    facts: PointerFacts = field(default_factory=PointerFacts)
    maybe_null: set[PointerKey] = field(default_factory=set)
    pointers: Counter[tuple[str, Where]] = field(default_factory=Counter)
    declared: Counter[tuple[str, Where]] = field(default_factory=Counter)
    regions: dict[int, Region] = field(default_factory=dict)
    lengths: dict[str, dict[int, int]] = field(default_factory=dict)
    offsets: set[str] = field(default_factory=set)
    objects: dict[str | ObjectKey, Storage] = field(default_factory=dict)
    truths: set[str] = field(default_factory=set)
    surveys: dict[str, tuple[frozenset[str], dict[str, c_ast.Node], frozenset[str]]] = field(default_factory=dict)
    readings: dict[int, tuple[c_ast.Node, Value]] = field(default_factory=dict)
    settled: set[Where] = field(default_factory=set)
    carriers: set[str] = field(default_factory=set)
    gaps: dict[tuple[Where, str], Gap] = field(default_factory=dict)
    skipped: dict[Where, bool] = field(default_factory=dict)
    surely_run: list[UnsupportedError] = field(default_factory=list)
    inlined: list[c_ast.FuncDef] = field(default_factory=list)
    foreign: dict[str, None] = field(default_factory=dict)
    constants: dict[str, set[Where]] = field(default_factory=dict)
    no_return: frozenset[str] = frozenset()
    assumed: dict[VerdictCondition, None] = field(default_factory=dict)
    outsiders: bool = False
    forged: Where | None = None
    leaky: bool = False
    visible: dict[str, bool] = field(default_factory=dict)
    visible_pointers: list[str] = field(default_factory=list)
    callable: list[str] = field(default_factory=list)
    escaped: dict[str, bool] = field(default_factory=dict)
    recursions: int = 0
    most_recursions: int = 0
    pointer_uses: list[tuple[PointerVariable | Storage, bool]] = field(default_factory=list)
    allocated: list[tuple[Storage, Where]] = field(default_factory=list)
    given: list[Storage] = field(default_factory=list)
    ended: list[Storage] = field(default_factory=list)
    unset: set[tuple[str, Where]] = field(default_factory=set)
    hoisted: list[Stmt] = field(default_factory=list)
    outermost: int = 0
    depth: int = 0
    loops: int = 0
    branches: int = 0
    switch: Var | None = None
    discarded: c_ast.Node | None = None
    leaving: LeavingBlock | None = None

    @property
    def straight(self) -> bool:
        """Whether the current place runs whenever its function does: in no loop or branch, and after no conditional
        return."""
        return not self.loops and not self.branches and not any(call.left for call in self.calls)

    @property
    def in_caller(self) -> bool:
        """Whether the current place is in the generated caller of the entry function."""
        return self.task.entry.function != "main" and bool(self.calls) and self.calls[-1].name == "main"

    @property
    def data_model(self) -> DataModel:
        return self.task.data_model

    def where(self, node: c_ast.Node | Where) -> Where:
        return node if isinstance(node, Where) else place_of(node, self.task)

    def path(self, node: c_ast.Node) -> CallPath:
        """The places of the active calls, and that of the node."""
        return (*(active.where for active in self.calls[1:]), self.where(node))

    def unsupported(self, node: c_ast.Node | Where, what: str) -> UnsupportedError:
        """The error for unsupported C, with its place; names of regions become those of their first objects."""
        return errors.unsupported(self.where(node), what.replace(JOINED, ""))

    def refuse(self, node: c_ast.Node, what: str) -> None:
        raise self.unsupported(node, what)

    def integer(self, node: c_ast.Node) -> Expr:
        return self.hooks.integer(self, node)

    def entity_type(self, node: c_ast.ID) -> Type:
        return self.hooks.entity_type(self, node)

    def static_type(self, node: c_ast.Node) -> Type:
        """The type of an expression, without evaluating it."""
        return type_of_expression(self, node)

    def temporary(self, name: str, ctype: CType, where: Where) -> Var:
        """A new scalar that is assigned before it is read."""
        unique = self.names.fresh(name)
        self.scalars[unique] = Scalar(unique, ctype, Initial.NONDET, name, where)
        return Var(unique, ctype)

    def pointer(self, name: str, target: Type, where: Where, *, moving: bool, null: bool = False) -> PointerVariable:
        """A new pointer variable."""
        number = self.pointers[name, where]
        self.pointers[name, where] += 1
        known = self.facts.pointees.get((name, where, number))
        variable = PointerVariable(name, target, moving, where, null=null, number=number, depth=self.depth)
        variable.foreign, variable.trusted = known in (OUTSIDE, MOVED, ANYWHERE), known != ANYWHERE
        variable.vague = known == MOVED
        variable.given = self.in_caller
        return variable

    def forget(self, name: str) -> None:
        """Drop a scalar that is no longer used; another one may get its name."""
        self.scalars.pop(name, None)
        self.names.release(name)
        self.inputs.discard(name)
        self.truths.discard(name)

    @contextmanager
    def nested_scope(self, parent: BlockScope[Entity] | None = None) -> Iterator[None]:
        outer = self.scope
        self.scope = BlockScope(parent or outer)
        self.depth += 1
        try:
            yield
        finally:
            self.scope = outer
            self.depth -= 1

    @contextmanager
    def at_depth(self, depth: int) -> Iterator[None]:
        """Declare objects, with the pointers in them, that live as long as a block at this depth."""
        own, self.depth = self.depth, depth
        try:
            yield
        finally:
            self.depth = own

    @contextmanager
    def inside(self, *, loop: bool = False, breaks: bool = False) -> Iterator[None]:
        """Lower code that may not run, or (in a loop) may run many times; `breaks`: `break` leaves the same statement
        as before."""
        switch = self.switch
        self.switch = None if loop and not breaks else switch
        self.outermost = len(self.calls) if loop and not self.loops else self.outermost
        self.loops += loop
        self.branches += 1
        try:
            yield
        finally:
            self.switch = switch
            self.loops -= loop
            self.branches -= 1

    def in_front(self) -> list[Stmt]:
        """The statements to compute before a loop, if it is the outermost one."""
        found, self.hoisted = ([], self.hoisted) if self.loops else (self.hoisted, [])
        return found

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Lower code that is not evaluated, and undo all its declarations.

        The prologue stays the same list, since the enclosing initialiser appends to it (trap static_choice_unsafe.c).
        """
        saved = self.names.copy(), dict(self.scalars), dict(self.arrays), dict(self.statics)
        marks, begun, objects = (set(self.inputs), set(self.truths)), len(self.prologue), dict(self.objects)
        regions = {group: replace(region) for group, region in self.regions.items()}
        try:
            yield
        finally:
            self.names, self.scalars, self.arrays, self.statics = saved
            self.inputs, self.truths = marks
            self.regions, self.objects = regions, objects
            del self.prologue[begun:]


def need_flags(ctx: Context, *variables: PointerVariable) -> bool:
    """Give these pointers, and all that may be null so far, a null flag; returns False if they have one."""
    return ctx.facts.flag({*ctx.maybe_null, *(one.key for one in variables)})


def flag_of(ctx: Context, variable: PointerVariable) -> Var | None:
    """The flag that tells whether a pointer is null, if it needs one."""
    if variable.cell is None and variable.flag is None and ctx.facts.is_flagged(variable.key):
        variable.flag = ctx.temporary(f"{variable.name}_null", BOOL, variable.where)
        if variable.null:
            ctx.prologue.append(Assign(variable.flag, Const(1, BOOL), variable.where))
    return variable.flag


def with_null_flag(ctx: Context, pointer: P, node: c_ast.Node) -> P:
    """The pointer with the condition under which it is null: the flag of the variable that it was read from."""
    if not isinstance(pointer, PointerValue) or pointer.null is None:
        return pointer
    if not need_flags(ctx) and not ctx.facts.is_flagged(pointer.null.key):
        raise ctx.unsupported(node, f"pointer {pointer.null.name} that may be null")
    absent = flag_of(ctx, pointer.null) or ctx.temporary("null", BOOL, pointer.null.where)
    return replace(pointer, null=None, absent=absent)
