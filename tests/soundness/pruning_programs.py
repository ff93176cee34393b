"""Random programs of the fragment of loop pruning and just beyond it, in the core language."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import INT

PROFILES = ("aligned", "steps", "shifted", "stencil", "replay")
HERE = Where("f.c", 1)
SIZE = Var("n", INT)


@dataclass(frozen=True, slots=True)
class Choices:
    """The constructs that a profile may use."""

    offsets: tuple[int, ...]
    steps: tuple[int, ...]
    scalars: bool = True
    exits: bool = True
    data: int = 2
    moves: bool = False
    apart: int = 0
    updates: tuple[int, ...] = tuple(range(13))
    breaks: int = 0
    counted: int = 0
    claims: int = 4


CHOICES = {
    "aligned": Choices((0,), (1,)),
    "steps": Choices((0, 0, 0, 0, 1), (1, 2, 2, 3)),
    "shifted": Choices((0,), (1,), moves=True, apart=60),
    "shifted steps": Choices((0,), (2, 2, 3), moves=True, apart=60),
    "stencil": Choices((-1, 0, 0, 1, 1, 2), (1, 1, 1, 2), scalars=False, exits=False, apart=85),
    "replay": Choices((-1, 0, 0, 0, 1, 2), (1, 1, 1, 2), data=15, apart=50, updates=(*range(9), 10, 11, 12)),
    "minima": Choices((0,), (1,), exits=False, updates=(0, 10, 10, 10, 12, 12)),
    "sums": Choices((0,), (1,), exits=False, updates=(3, 9, 9, 9), claims=12),
    "counters": Choices((0,), (1,), exits=False, counted=50),
    "carried": Choices((-1, 0, 1), (1,), scalars=False, exits=False),
    "breaks": Choices((0,), (1,), updates=(3, 5, 7), breaks=35),
}
"""The profiles that are not in PROFILES have many of the programs for which one condition is there."""


@dataclass
class Maker:
    """One program in the making."""

    rng: random.Random
    choices: Choices
    arrays: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()
    symbolic: bool = False
    sites: int = 0
    counters: list[str] = field(default_factory=list)
    moved: dict[str, int] = field(default_factory=dict)
    shift: int = 0
    target: str = ""

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def const(self) -> Const:
        return Const(self.rng.randrange(4), INT)

    # --------------------------------------------------------------------------------------------- expressions

    def scalar(self) -> Var:
        return Var(self.rng.choice(self.scalars), INT)

    def array(self) -> str:
        return self.rng.choice(self.arrays)

    def cell(self, counter: Var, array: str | None = None) -> Element:
        offset = self.rng.choice(self.choices.offsets)
        if array is None and self.choices.exits and self.chance(4):
            return Element(self.array(), (Const(self.rng.choice((0, 0, 1, 3)), INT),), INT)
        array = array or self.rng.choice([name for name in self.arrays if name != self.target])
        return Element(array, (shifted(counter, offset + self.moved.get(array, 0) + self.shift),), INT)

    def value(self, counter: Var) -> Expr:
        if self.choices.counted and self.chance(self.choices.counted):
            return counter
        kind = self.rng.randrange(12)
        if kind < 6:
            return self.cell(counter)
        if kind < 8:
            return self.const()
        if kind < 9:
            return Binary(self.rng.choice("+-"), self.cell(counter), self.const())
        if kind < 10:
            return Binary("+", self.cell(counter), self.cell(counter))
        if self.chance(self.choices.data):
            return self.rng.choice((counter, SIZE))
        return Var(self.rng.choice(self.scalars), INT) if self.chance(40) else self.cell(counter)

    def test(self, counter: Var) -> Expr:
        op = self.rng.choice(("==", "!=", "<", ">", "==", ">="))
        plain = Binary(op, self.cell(counter), self.const())
        kind = self.rng.randrange(10)
        if kind < 6:
            return plain
        if kind < 7:
            return Binary(op, self.cell(counter), self.cell(counter))
        if kind < 8:
            return Binary(self.rng.choice(("&&", "||")), plain, Binary("==", self.cell(counter), self.const()))
        if self.chance(self.choices.data):
            return Binary(op, counter, self.const())
        return Binary(op, self.value(counter), self.const())

    # ---------------------------------------------------------------------------------------------- statements

    def body(self, counter: Var, *, asserts: bool) -> tuple[Stmt, ...]:
        body: list[Stmt] = []
        for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            body += self.statement(counter)
        if asserts:
            test = self.test(counter)
            if self.choices.scalars and self.chance(30):
                test = Binary(self.rng.choice(("<=", "==", ">=")), self.scalar(), self.cell(counter))
            claim: Stmt = Assert(test, 1, HERE)
            if self.chance(25):
                claim = If(self.test(counter), (claim,), (), HERE)
            body.insert(self.rng.randrange(len(body) + 1) if self.chance(40) else len(body), claim)
        return tuple(body)

    def statement(self, counter: Var) -> list[Stmt]:
        if self.choices.breaks and self.chance(self.choices.breaks):
            return [If(self.test(counter), (self.rng.choice((Break(HERE), Halt(HERE))),), (), HERE)]
        kind = self.rng.randrange(100)
        if kind < 30:
            return [self.write(counter)]
        if kind < 42:
            other = (self.write(counter),) if self.chance(25) else ()
            return [If(self.test(counter), (self.write(counter),), other, HERE)]
        if kind < 48:
            self.sites += 1
            return [Havoc(self.cell(counter, self.target or None), self.sites, None, HERE)]
        if kind < 85 and self.choices.scalars:
            return self.update(counter)
        if kind < 93 and self.choices.exits:
            stop = self.rng.choice((Break(HERE), Break(HERE), Halt(HERE), Continue(HERE)))
            return [If(self.test(counter), (stop,), (), HERE)]
        if kind < 96:
            return self.temporary(counter)
        return [self.write(counter)]

    def write(self, counter: Var) -> Stmt:
        return Assign(self.cell(counter, self.target or None), self.value(counter), HERE)

    def temporary(self, counter: Var) -> list[Stmt]:
        target = Var(self.rng.choice(self.scalars), INT)
        use = Assign(self.cell(counter, self.target or None), Binary(self.rng.choice("+-"), target, self.const()), HERE)
        return [Assign(target, self.value(counter), HERE), use]

    def update(self, counter: Var) -> list[Stmt]:
        x, cell = Var(self.rng.choice(self.scalars), INT), self.cell(counter)
        kind = self.rng.choice(self.choices.updates)
        match kind:
            case 0 | 1 | 2:
                op = self.rng.choice(("<", ">", ">=", "<="))
                guard: Expr = Binary(op, cell, x)
                if self.chance(30):
                    other = Binary(self.rng.choice(("==", "<", ">", "!=")), self.cell(counter), self.const())
                    guard = Binary("&&", guard, other)
                if self.chance(15):
                    return [Assign(x, Conditional(guard, cell, x), HERE)]
                more = (Assign(self.scalar(), self.value(counter), HERE),) if self.chance(15) else ()
                return [If(guard, (Assign(x, cell, HERE), *more), (), HERE)]
            case 3 | 4 | 5:
                return [If(self.test(counter), (Assign(x, self.const(), HERE),), (), HERE)]
            case 6:
                guard = Binary("&&", Unary("!", x), self.test(counter))
                return [If(guard, (Assign(x, Const(1, INT), HERE),), (), HERE)]
            case 7:
                return [If(self.test(counter), (Assign(x, cell, HERE),), (), HERE)]
            case 8:
                return [Assign(x, self.value(counter), HERE)]
            case 9:
                return [Assign(x, Binary("+", x, self.rng.choice((cell, Const(1, INT)))), HERE)]
            case 10:
                guard = Binary("<", Binary("-", cell, self.const()), x)
                return [If(guard, (Assign(x, cell, HERE),), (), HERE)]
            case 11:
                one, two = Assign(x, self.const(), HERE), Assign(x, self.value(counter), HERE)
                return [If(self.test(counter), (one,), (two,), HERE)]
            case _:
                guard = Binary("==", x, self.const())
                return [If(Binary("&&", guard, self.test(counter)), (Assign(x, self.const(), HERE),), (), HERE)]

    # --------------------------------------------------------------------------------------------------- loops

    def loop(self, size: int, *, asserts: bool) -> list[Stmt]:
        counter = Var(f"i{len(self.counters)}", INT)
        self.counters.append(counter.name)
        step = self.rng.choice(self.choices.steps)
        low: Expr = Const(self.rng.choice((0, 0, 0, 0, 1, 2)), INT)
        high = self.bound(size)
        if self.choices.moves and self.chance(50):
            low, high = Const(0, INT), SIZE if self.symbolic else Const(size, INT)
        if self.choices.moves:
            self.shift = self.rng.choice([shift for shift in (0, 1, 2, -1) if shift != self.shift])
        if self.chance(self.choices.data):
            low, high = self.rng.choice(((self.scalar(), high), (low, self.scalar())))
        self.target = self.array() if len(self.arrays) > 1 and self.chance(self.choices.apart) else ""
        body = self.body(counter, asserts=asserts)
        if self.choices.moves and not asserts and self.chance(50):
            array = self.target or self.array()
            value = self.value(counter)
            self.moved[array] = self.moved.get(array, 0) + self.rng.choice((1, -1, -1))
            body = (*body, Assign(self.cell(counter, array), value, HERE))
        if self.chance(22):
            less = Binary("-", high, Const(1, INT))
            start: Expr = Const(int(high.value) - 1, INT) if isinstance(high, Const) else less
            test: Expr = Binary(">=", counter, low)
            update = Assign(counter, Binary("-", counter, Const(step, INT)), HERE)
        else:
            start, test = low, Binary("<", counter, high)
            update = Assign(counter, Binary("+", counter, Const(step, INT)), HERE)
        if self.choices.exits and self.chance(10):
            x = Var(self.rng.choice(self.scalars), INT)
            settled = (Assign(x, self.rng.choice((Const(1, INT), self.const())), HERE), *self.update(counter)[:1])
            body = (*body, If(self.test(counter), settled if self.chance(40) else settled[:1], (), HERE))
            test = Binary("&&", test, self.rng.choice((Unary("!", x), Binary("!=", x, Const(1, INT)))))
        elif self.choices.exits and self.chance(8):
            test = Binary("&&", test, self.test(counter))
        made: list[Stmt] = [Assign(counter, start, HERE), Loop(test, body, (update,), HERE)]
        if self.chance(self.choices.data // 2):
            return [If(Binary(self.rng.choice(("==", ">")), self.scalar(), self.const()), tuple(made), (), HERE)]
        return made

    def bound(self, size: int) -> Expr:
        less = self.rng.choice((0, 0, 0, 0, 1, 2))
        if not self.symbolic:
            if self.chance(6):
                return Const(self.rng.choice((2, 4)), INT)
            return Const(size - less, INT)
        return Binary("-", SIZE, Const(less, INT)) if less else SIZE

    def between(self, size: int) -> list[Stmt]:
        """Code outside of loops."""
        if self.chance(45):
            return []
        x, y = (Var(self.rng.choice(self.scalars), INT) for _ in range(2))
        kind = self.rng.randrange(9)
        cell = Element(self.array(), (self.place(size),), INT)
        if not self.choices.scalars and self.chance(85):
            return [Assign(x, self.const(), HERE)]
        if kind < 3:
            return [Assign(x, cell, HERE)]
        if kind < 4:
            return [Assign(cell, self.const(), HERE)]
        if kind < 6:
            return [Assign(x, self.const(), HERE)]
        if kind < 7:
            return [If(Binary("==", x, self.const()), (Assign(y, self.const(), HERE),), (), HERE)]
        if kind < 8 and self.counters and self.chance(self.choices.data * 3):
            return [Assign(x, Var(self.rng.choice(self.counters), INT), HERE)]
        stop = If(Binary(self.rng.choice(("==", "<")), x, self.const()), (Halt(HERE),), (), HERE)
        return [stop] if self.chance(40) else []

    def place(self, size: int) -> Expr:
        if self.chance(self.choices.data * 2):
            return Var(self.rng.choice([*self.scalars, *self.counters]), INT)
        if self.chance(70) or not self.symbolic:
            return Const(self.rng.choice((0, 0, 0, 1, 2, size // 2, size - 1)), INT)
        return Binary("-", SIZE, Const(1, INT))

    def claim(self) -> list[Stmt]:
        """An assertion outside of loops."""
        x, y = (Var(self.rng.choice(self.scalars), INT) for _ in range(2))
        op = self.rng.choice(("==", "!=", "<=", "<"))
        other: Expr = y if self.chance(35) else Const(self.rng.randrange(self.choices.claims), INT)
        test: Expr = Binary(op, x, other)
        if self.chance(40):
            test = Binary(self.rng.choice(("&&", "||")), test, Binary("!=", y, self.const()))
        return [Assert(test, 1, HERE)]


def shifted(counter: Var, offset: int) -> Expr:
    if offset == 0:
        return counter
    return Binary("+" if offset > 0 else "-", counter, Const(abs(offset), INT))


@dataclass(frozen=True, slots=True)
class Made:
    """One random program; `size` is its constant size, 0 if it is symbolic."""

    profile: str
    program: Program
    size: int
    sites: int


def program(seed: int, profile: str) -> Made:
    """The program of a seed; the profile `directed` has those of DIRECTED."""
    if profile == "directed":
        return directed(seed)
    rng = random.Random(f"{profile} {seed}")
    maker = Maker(rng, CHOICES[profile])
    maker.arrays = ("a", "b", "c")[: rng.choice((2, 3) if maker.choices.apart else (1, 2, 2, 3))]
    maker.scalars = ("x", "y", "z")
    maker.symbolic = rng.randrange(100) < 35
    size = 0 if maker.symbolic else rng.choice((6, 7, 8, 9))
    body: list[Stmt] = []
    if maker.symbolic:
        body.append(Havoc(SIZE, 0, "__VERIFIER_nondet_int", HERE))
        if maker.chance(40):
            test = Binary(rng.choice(("<", ">")), SIZE, Const(rng.choice((1, 2, 4)), INT))
            body.append(If(test, (Halt(HERE),), (), HERE))
    for name in maker.scalars:
        if maker.chance(70):
            body.append(Assign(Var(name, INT), maker.const(), HERE))
    body += maker.between(size)
    loops = rng.choice((2, 2, 2, 3, 3, 4) if maker.choices.moves else (1, 2, 2, 2, 3, 3, 4))
    inside = not maker.choices.scalars or maker.chance(60)
    for number in range(loops):
        body += maker.loop(size, asserts=inside and number == loops - 1)
        body += maker.between(size)
    if not inside:
        body += maker.claim()
    return Made(profile, _program(maker, tuple(body)), size, maker.sites)


X, Y, COUNTER = Var("x", INT), Var("y", INT), Var("i0", INT)
A, B = Element("a", (COUNTER,), INT), Element("b", (COUNTER,), INT)


def _is(cell: Expr, value: int) -> Expr:
    return Binary("==", cell, Const(value, INT))


def _set(target: Var, value: int) -> Assign:
    return Assign(target, Const(value, INT), HERE)


def _when(test: Expr, *then: Stmt) -> If:
    return If(test, then, (), HERE)


def _over(low: int, high: int, *body: Stmt, test: Expr | None = None) -> tuple[Stmt, Stmt]:
    below: Expr = Binary("<", COUNTER, Const(high, INT))
    update = Assign(COUNTER, Binary("+", COUNTER, Const(1, INT)), HERE)
    return _set(COUNTER, low), Loop(below if test is None else Binary("&&", below, test), body, (update,), HERE)


def _never(*parts: Expr) -> Assert:
    joined = parts[0]
    for part in parts[1:]:
        joined = Binary("&&", joined, part)
    return Assert(Unary("!", joined), 1, HERE)


_BEFORE = Element("a", (Binary("-", COUNTER, Const(1, INT)),), INT)
_JUMP = Binary(">", A, Binary("+", _BEFORE, Const(1, INT)))
DIRECTED: tuple[tuple[Stmt, ...], ...] = (
    # p10: aborts tie all cells together, and the fourth one is needed.
    (
        *_over(0, 1, _when(Unary("!", _is(A, 0)), Halt(HERE))),
        *_over(1, 6, _when(Binary("||", _JUMP, Binary("<", A, _BEFORE)), Halt(HERE))),
        *_over(0, 6, Assert(Binary("<", A, Const(3, INT)), 1, HERE)),
    ),
    # STOP: the test reads x, but only one of its values ends the loop; x, y and the exit are three columns.
    (
        *(_set(X, 0), _set(Y, 0)),
        *_over(
            *(0, 9, _when(_is(A, 2), _set(X, 2)), _when(_is(A, 1), _set(Y, 1)), _when(_is(B, 3), Break(HERE))),
            test=Unary("!", _is(X, 1)),
        ),
        _never(_is(X, 2), _is(Y, 1), Binary("<", COUNTER, Const(9, INT))),
    ),
    # x and y are written in the same places, but an iteration can end between the two.
    (
        *(_set(X, 0), _set(Y, 0)),
        *_over(0, 9, _when(_is(A, 1), Assign(X, B, HERE), _when(_is(B, 2), Continue(HERE)), _set(Y, 1))),
        _never(_is(X, 2), _is(Y, 1)),
    ),
)
"""Programs for conditions that random ones hardly ever need."""


def directed(number: int) -> Made:
    maker = Maker(random.Random(0), CHOICES["aligned"], ("a", "b"), ("x", "y", "z"), counters=[COUNTER.name])
    made = _program(maker, DIRECTED[number])
    arrays = {name: replace(array, initial=Initial.NONDET) for name, array in made.arrays.items()}
    return Made("directed", replace(made, arrays=arrays), 9, 0)


def _program(maker: Maker, body: tuple[Stmt, ...]) -> Program:
    scalars = {
        name: Scalar(name, INT, Initial.NONDET, name, HERE) for name in (*maker.scalars, *maker.counters, SIZE.name)
    }
    arrays = {
        name: Array(name, INT, (Const(100, INT),), Initial.ZERO if maker.chance(20) else Initial.NONDET, name, HERE)
        for name in maker.arrays
    }
    return Program(Task(Path("f.c")), scalars, arrays, body)
