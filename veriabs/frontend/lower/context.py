"""The state of one lowering: names, variables, scopes and active calls; and frames, which order side effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.program import Array, Gap, Initial, Scalar
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.statements import Assert, Assign, CallPath, Halt, Havoc, Loop, Stmt
from veriabs.core.types import CType
from veriabs.frontend.lower.places import (
    Allocation,
    Nothing,
    Null,
    ObjectKey,
    Place,
    PointerValue,
    PointerVariable,
    Reference,
    Region,
    Storage,
    Text,
    Vacant,
    Value,
)
from veriabs.frontend.lower.scope import Names, Scope
from veriabs.frontend.lower.types import Record, Type
from veriabs.frontend.nodes import place_of
from veriabs.loops.ending import surely_ends


class Frame(Struct):
    """Side effects of one expression: `before` its value is used, `after` that and before the next sequence point."""

    before: list[Stmt] = field(default_factory=list)
    after: list[Stmt] = field(default_factory=list)

    @property
    def quiet(self) -> bool:
        return not self.before and not self.after

    def flush(self) -> list[Stmt]:
        """All effects in order, for a full expression whose value is not used."""
        return [*self.before, *self.after]

    def absorb(self, other: Frame) -> None:
        """Take over the effects of an operand."""
        self.before += other.before
        self.after += other.after


class Call(Struct):
    """One active call: its function and place, where its result goes, and the flag that it has returned.

    `sizes` are the names in the arguments of allocations; `jumps` has the flags of the labels that the place being
    lowered can jump to; `left` says that a return was lowered; `freed` is what some of them are in front of.
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


class Leaving(Struct):
    """A block behind which its function is left: the objects that it frees, where, and the number of loops around."""

    loops: int
    freed: list[tuple[Storage, Where]] = field(default_factory=list)


PointerKey = tuple[str, Where, int]
SeenAs = tuple[int, Type | int | None]
"""A type in words that count for each lowering: so many times a pointer to it; a struct is the place of its node."""
OUTSIDE = "!"
"""Stands for what a pointer points to that may come from code which is not here."""


class LowerAgainError(Exception):
    """The order of the text does not say where pointers are null, or what they point to.

    It has the variables that need a flag for it, what the text says further down that others point to, what code
    elsewhere comes to know (`outside`), the types of objects for `void *`, and which have `ended` one by one.
    """

    def __init__(
        self,
        keys: frozenset[PointerKey],
        objects: Mapping[PointerKey, str | ObjectKey],
        outside: Mapping[str, bool] | None = None,
        types: Mapping[ObjectKey, SeenAs] | None = None,
        ended: frozenset[ObjectKey] = frozenset(),
    ) -> None:
        super().__init__("pointers that may be null")
        self.keys = keys
        self.objects = objects
        self.outside = outside or {}
        self.types = types or {}
        self.ended = ended


class Hooks(Struct, frozen=True):
    """The stages that call one another in circles, tied together in `lower`."""

    value: Callable[[Context, c_ast.Node, Frame], Value]
    lvalue: Callable[[Context, c_ast.Node, Frame], Place | PointerVariable | Const]
    call: Callable[[Context, c_ast.FuncCall, Frame], Value]
    block: Callable[[Context, c_ast.Compound], list[Stmt]]
    items: Callable[[Context, c_ast.Compound], list[Stmt]]
    statement: Callable[[Context, c_ast.Node], list[Stmt]]
    nested: Callable[[Context, c_ast.Node | None], list[Stmt]]
    static_type: Callable[[Context, c_ast.Node], Type]


class Context(Struct):
    """Everything that is known while one program is lowered.

    `prologue` collects the initialisers of static objects; `inputs` are the temporaries that hold a nondet value,
    `truths` those that hold the value of a `&&` or `||` for its one use;
    `loops` and `branches` count the loops and conditionals around the place that is being lowered, `switch` is
    the flag of the switch that a `break` would leave; `error_labels` says that reaching a label named ERROR is the
    error; `readings` is what each expression was taken for when it was read first, by the identity of its node;
    `settled` are the places of assertions that a constant decides, `gaps` what is not understood; `taken` are the
    functions whose address is taken; `packed` says that some attribute or pragma changes the layout of structs;
    `recursions` counts the recursive calls that were inlined; `allocated` are the allocated objects and where they
    are made, `unset` the names and places of local variables without a first value; `ahead` is what is computed once in
    front of the loops around, the outermost of which is in the call number `outermost`; `depth` counts the blocks
    around the place that is being lowered, over calls; nobody looks at the value of what is `discarded`; `carriers`
    hold a value that is put in for them once it is checked; `leaving` is the block around that a function is left from.

    `together` says which objects are in the same of the `regions`; `declared` counts them by name and place; `joined`
    are groups of objects that one pointer may point to, found only now, so that everything is lowered again; `lengths`
    has the arrays of regions with the numbers of string literals in them, and how many characters these have; `offsets`
    are the variables that say where in resized objects pointers point.

    `foreign` are the functions without a body that are called: they may write to what is `visible` (true if a system
    header declares it; `visible_pointers`: what they may set as well), to what has `escaped` so far, and to what was
    found to be known `outside` when the program was lowered before; both say if it outlasts its block. There are
    `outsiders` if something writes to all that code outside knows; `assumed` is what verdicts say as an assumption.
    `types` are those of objects for `void *`; of allocations that have `ended` single objects are freed. Numbers are
    `forged` into pointers at some place, `leaky` says that pointers are seen as something else.
    """

    task: Task
    hooks: Hooks
    functions: dict[str, c_ast.FuncDef]
    prototypes: dict[str, c_ast.Decl]
    error_labels: bool
    global_moving: frozenset[str]
    recursive: frozenset[str] = frozenset()
    taken: tuple[str, ...] = ()
    packed: bool = False
    names: Names = field(default_factory=Names)
    scalars: dict[str, Scalar] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    global_scope: Scope = field(default_factory=Scope)
    scope: Scope = field(default_factory=Scope)
    prologue: list[Stmt] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    statics: dict[int, Place | PointerVariable | Const] = field(default_factory=dict)
    records: dict[int, Record] = field(default_factory=dict)
    inputs: set[str] = field(default_factory=set)
    truthful: set[str] = field(default_factory=set)
    models: set[str] = field(default_factory=set)
    flagged: frozenset[PointerKey] = frozenset()
    doubtful: set[PointerKey] = field(default_factory=set)
    pointers: Counter[tuple[str, Where]] = field(default_factory=Counter)
    pointees: Mapping[PointerKey, str | ObjectKey] = field(default_factory=dict)
    declared: Counter[tuple[str, Where]] = field(default_factory=Counter)
    together: Mapping[ObjectKey, int] = field(default_factory=dict)
    regions: dict[int, Region] = field(default_factory=dict)
    joined: list[tuple[ObjectKey, ...]] = field(default_factory=list)
    lengths: dict[str, dict[int, int]] = field(default_factory=dict)
    offsets: set[str] = field(default_factory=set)
    learned: dict[PointerKey, str | ObjectKey] = field(default_factory=dict)
    objects: dict[str | ObjectKey, Storage] = field(default_factory=dict)
    truths: set[str] = field(default_factory=set)
    surveys: dict[str, tuple[frozenset[str], dict[str, c_ast.Node], frozenset[str]]] = field(default_factory=dict)
    readings: dict[int, tuple[c_ast.Node, Value]] = field(default_factory=dict)
    settled: set[Where] = field(default_factory=set)
    carriers: set[str] = field(default_factory=set)
    gaps: dict[tuple[Where, str], Gap] = field(default_factory=dict)
    foreign: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)
    outsiders: bool = False
    forged: Where | None = None
    leaky: bool = False
    visible: dict[str, bool] = field(default_factory=dict)
    visible_pointers: list[str] = field(default_factory=list)
    escaped: dict[str, bool] = field(default_factory=dict)
    outside: Mapping[str, bool] = field(default_factory=dict)
    types: Mapping[ObjectKey, SeenAs] = field(default_factory=dict)
    ended: frozenset[ObjectKey] = frozenset()
    recursions: int = 0
    allocated: list[tuple[Storage, Where]] = field(default_factory=list)
    unset: set[tuple[str, Where]] = field(default_factory=set)
    ahead: list[Stmt] = field(default_factory=list)
    outermost: int = 0
    depth: int = 0
    loops: int = 0
    branches: int = 0
    switch: Var | None = None
    discarded: c_ast.Node | None = None
    leaving: Leaving | None = None

    @property
    def straight(self) -> bool:
        """Is what is lowered now run whenever its function is: in no loop and branch, and behind no return in one?"""
        return not self.loops and not self.branches and not any(call.left for call in self.calls)

    @property
    def data_model(self) -> DataModel:
        return self.task.data_model

    def where(self, node: c_ast.Node | Where) -> Where:
        return node if isinstance(node, Where) else place_of(node, self.task)

    def path(self, node: c_ast.Node) -> CallPath:
        """The places of the active calls, and that of the node."""
        return (*(active.where for active in self.calls[1:]), self.where(node))

    def unsupported(self, node: c_ast.Node | Where, what: str) -> UnsupportedError:
        """The error to raise for C that is not handled, with its place."""
        return UnsupportedError(f"{self.where(node)}: {what}")

    def temporary(self, name: str, ctype: CType, where: Where) -> Var:
        """A fresh scalar that is assigned before it is read."""
        unique = self.names.fresh(name)
        self.scalars[unique] = Scalar(unique, ctype, Initial.NONDET, name, where)
        return Var(unique, ctype)

    def pointer(self, name: str, target: Type, where: Where, *, moving: bool, null: bool = False) -> PointerVariable:
        """A new pointer variable."""
        number = self.pointers[name, where]
        self.pointers[name, where] += 1
        foreign = self.pointees.get((name, where, number)) == OUTSIDE
        return PointerVariable(
            name, target, moving, where, null=null, number=number, depth=self.depth, foreign=foreign
        )

    def forget(self, name: str) -> None:
        """Drop a scalar that nothing mentions any more; another one may get its name."""
        self.scalars.pop(name, None)
        self.names.release(name)
        self.inputs.discard(name)
        self.truths.discard(name)

    @contextmanager
    def nested_scope(self, parent: Scope | None = None) -> Iterator[None]:
        outer = self.scope
        self.scope = Scope(parent or outer)
        self.depth += 1
        try:
            yield
        finally:
            self.scope = outer
            self.depth -= 1

    @contextmanager
    def inside(self, *, loop: bool = False, breaks: bool = False) -> Iterator[None]:
        """Lower what may run not at all or, in a loop, many times; `breaks` says that `break` leaves what it left."""
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
        """What has to be computed in front of a loop, if that is the outermost one."""
        found, self.ahead = ([], self.ahead) if self.loops else (self.ahead, [])
        return found

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Lower something that is not evaluated, and forget all that this declared.

        The prologue stays the list that it is: the initialiser around this goes into it (trap
        static_choice_unsafe.c).
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


def need_flags(ctx: Context, *variables: PointerVariable) -> None:
    """Has everything lowered again with a flag for these pointers, and for all that may be null so far."""
    keys = frozenset(ctx.doubtful | {variable.key for variable in variables}) - ctx.flagged
    if keys:
        raise LowerAgainError(keys, {})


def join(ctx: Context, frame: Frame, parts: Sequence[tuple[Frame, Iterable[Expr]]], node: c_ast.Node) -> None:
    """Take over the effects of operands that C does not order.

    Each part has the effects of an operand and the expressions that are still to be evaluated for it. UnsupportedError
    if an operand changes what another one reads or changes, or may keep it from being evaluated: the order matters.
    """
    if all(part.quiet for part, _ in parts):
        return
    writes = [ctree.writes(part.flush()) for part, _ in parts]
    guesses = [_only_guessed(part, exprs) for part, exprs in parts]
    for index, (part, exprs) in enumerate(parts):
        if part.quiet and not any(writes):
            continue
        touched = writes[index] | ctree.reads(part.flush())
        touched = touched.union(*(ctree.names(expr) for expr in exprs))
        others = (other - (guesses[index] & guesses[n]) for n, other in enumerate(writes) if n != index)
        if any(touched & other for other in others):
            raise ctx.unsupported(node, _UNORDERED)
    if _may_stop(ctx, parts):
        raise ctx.unsupported(node, _UNORDERED)
    for part, _ in parts:
        frame.absorb(part)


def _only_guessed(part: Frame, exprs: Iterable[Expr]) -> frozenset[str]:
    """What an operand only gives any value, and does not read: if two operands do so, the order does not matter."""
    body = tuple(ctree.statements(part.flush()))
    unknown = [stmt for stmt in body if isinstance(stmt, Havoc) and stmt.unknown]
    rest = [stmt for stmt in body if stmt not in unknown and isinstance(stmt, Assign | Havoc)]
    read = ctree.reads(part.flush()).union(*(ctree.names(expr) for expr in exprs))
    return ctree.writes(unknown) - ctree.writes(rest) - read


_UNORDERED = "side effects in one expression whose order C does not fix"


def _may_stop(ctx: Context, parts: Sequence[tuple[Frame, Iterable[Expr]]]) -> bool:
    """May an operand end the run, or never end itself, so that an assertion of another one is not reached?

    One that ends unless it accesses something out of bounds does neither: that it does not is proved as well.
    So may one that leaves the expression, and then nothing at all of the other one happens.
    """
    for number, (part, _) in enumerate(parts):
        others = [one for n, one in enumerate(parts) if n != number]
        own, effects = part.flush(), [stmt for other, _ in others for stmt in other.flush()]
        loops = (stmt for stmt in ctree.statements(own) if isinstance(stmt, Loop))
        ends = ctree.has(own, Halt) or not all(surely_ends(one, ctx.data_model) for one in loops)
        asserts = ctree.has(effects, Assert) or (ctx.task.checks and (effects or any(_computes(e) for _, e in others)))
        if (ends and asserts) or (effects and _leaves(ctx, own)):
            return True
    return False


def _computes(exprs: Iterable[Expr]) -> bool:
    """Is there something to be computed, of which a check may be asked?"""
    return any(not isinstance(expr, Var | Const) for expr in exprs)


def _leaves(ctx: Context, body: Sequence[Stmt]) -> bool:
    """Is there a jump out of the statements?"""
    flags = {flag.name for call in ctx.calls for flag in (call.flag, *call.jumps.values())}
    flags |= {ctx.switch.name} if ctx.switch is not None else set()
    return bool(ctree.breaks(body) or ctree.continues(body) or flags & ctree.writes(body))


def value_exprs(value: Value) -> tuple[Expr, ...]:
    """The core expressions that a value still has to evaluate."""
    match value:
        case Place(indices=indices):
            return indices
        case PointerValue(place=place, absent=absent, unset=unset):
            return (*place.indices, *(part for part in (absent, unset) if part is not None))
        case Vacant(absent=only) | Allocation(size=only):
            return (only,)
        case Null() | Text() | Reference() | Nothing():
            return ()
        case _:
            return (value,)
