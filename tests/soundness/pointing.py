"""Pointers of generated programs: chosen from several objects, moved from one to the next, and compared.

They test regions (docs/theory.md 14): objects that one pointer may point into become rows of one array.
"""

from __future__ import annotations

from builder import Builder, Scene
from scenes import cells, scalar
from tree import Halt, Line, Node

KIND = "int"


def _two(b: Builder) -> tuple[str, str]:
    """Two arrays of one type, mostly different ones."""
    usable = [name for name, kind in b.arrays.items() if kind == KIND and not name.startswith("w")]
    first = b.pick(usable) if usable and b.chance(60) else b.array(100, kind=KIND)
    usable = [name for name, kind in b.arrays.items() if kind == KIND and not name.startswith("w") and name != first]
    return first, b.pick(usable) if usable and b.chance(50) else b.array(100, kind=KIND)


def _choice(b: Builder, first: str, second: str) -> tuple[str, str, tuple[Node, ...]]:
    """A pointer to one of two arrays: its name, the flag that says it is the first one, and their declarations."""
    chosen, flag = b.scalar(b.pick(("__VERIFIER_nondet_int()", "__VERIFIER_nondet_int()", "0", "1")), prefix="f")
    p = b.name("p")
    if b.chance(60):
        return p, chosen, (flag, Line(f"int *{p} = {chosen} ? {first} : {second};"))
    turn = Halt(f"if ({chosen})", (Line(f"{p} = {first};"),))
    return p, chosen, (flag, Line(f"int *{p} = {second};"), turn)


def chosen_write(b: Builder, i: str, low: str, high: str) -> Scene:
    """Cells of the array that a pointer was chosen to point to."""
    first, second = _two(b)
    p, flag, before = _choice(b, first, second)
    c = b.small()
    kept = [b.known(one) for one in (first, second)]
    line = b.pick((f"{p}[{i}] = {c};", f"*({p} + {i}) = {c};", f"{i}[{p}] = {c};"))
    facts = [
        cells(f"{p}[{{i}}] == {c}", low, high, first, second, p),
        cells(f"({flag} ? {first}[{{i}}] : {second}[{{i}}]) == {c}", low, high, first, second),
        cells(f"(!{flag} || {first}[{{i}}] == {c})", low, high, first, second),
        cells(f"({flag} || {second}[{{i}}] == {c})", low, high, first, second),
        scalar(f"({p} == {first}) == ({flag} != 0)", p),
        *(cells(f"({flag} || ({one.text}))", one.lo, one.hi, first, second) for one in kept[0]),
        *(cells(f"(!{flag} || ({one.text}))", one.lo, one.hi, first, second) for one in kept[1]),
    ]
    features = frozenset(("chosen pointer",))
    return Scene((Line(line),), frozenset((first, second)), tuple(facts), before, features=features)


def chosen_read(b: Builder, i: str, low: str, high: str) -> Scene:
    """A copy out of the array that a pointer was chosen to point to."""
    first, second = _two(b)
    p, flag, before = _choice(b, first, second)
    t = b.pick((first, second)) if b.chance(15) else b.array(80, kind=KIND)
    facts = [cells(f"({flag} ? {first}[{{i}}] : {second}[{{i}}]) == {t}[{{i}}]", low, high, first, second, t)]
    facts += [cells(f"{t}[{{i}}] == {p}[{{i}}]", low, high, first, second, t)]
    features = frozenset(("chosen pointer",))
    return Scene((Line(f"{t}[{i}] = {p}[{i}];"),), frozenset((t,)), tuple(facts), before, features=features)


def walking(b: Builder, i: str, low: str, high: str) -> Scene:
    """A pointer that walks along one array, and may switch to another one on the way."""
    first, second = _two(b)
    c = b.small()
    p = b.name("p")
    before = (Line(f"int *{p} = {first} + {low};"),)
    inside: tuple[Node, ...] = (Line(b.pick((f"*{p}++ = {c};", f"*{p} = {c}; {p}++;", f"*{p} = {i}; {p} += 1;"))),)
    if b.chance(40):
        turn = b.pick((f"{p} = {second};", f"{p} = {second} + {i};", f"{p} = {first} + {i};"))
        place = Halt(f"if ({i} {b.pick(('==', '>', '<'))} {b.small()})", (Line(turn),))
        inside = (place, *inside) if b.chance(50) else (*inside, place)
    value = "{i}" if f"= {i};" in str(inside) else str(c)
    facts = (cells(f"{first}[{{i}}] == {value}", low, high, first), cells(f"{second}[{{i}}] != {c}", low, high, second))
    features = frozenset(("walking pointer",))
    return Scene(inside, frozenset((first, second)), facts, before, features=features, ascending=True)


def two_scalars(b: Builder, i: str, low: str, high: str) -> Scene:
    """A pointer to one of two scalars; what it counts is counted in one of them."""
    a, c = b.source(), b.small()
    first, one = b.scalar("0", prefix="x")
    second, two = b.scalar("0", prefix="y")
    chosen, flag = b.scalar("__VERIFIER_nondet_int()", prefix="f")
    p = b.name("p")
    before = (one, two, flag, Line(f"int *{p} = {chosen} ? &{first} : &{second};"))
    inside: tuple[Node, ...] = (Line(b.pick((f"*{p} += 1;", f"(*{p})++;", f"*{p} = {c};"))),)
    if b.chance(60):
        inside = (Halt(f"if ({a}[{i}] > {c})", inside),)
    if b.chance(15):
        inside = (*inside, Halt(f"if ({i} == {c})", (Line(f"{p} = {b.pick((f'&{first}', f'&{second}'))};"),)))
    facts = (
        scalar(f"({first} == 0 || {chosen})", first, second),
        scalar(f"({second} == 0 || !{chosen})", first, second),
        scalar(f"({first} == 0 || {second} == 0)", first, second),
        scalar(f"*{p} == {first} + {second}", first, second),
        scalar(f"*{p} <= {b.size} || *{p} <= {c}", first, second),
    )
    features = frozenset(("pointer to a scalar",))
    return Scene(inside, frozenset((first, second)), facts, before, features=features)


def best_so_far(b: Builder, i: str, low: str, high: str) -> Scene:
    """A pointer to the least element of an array, or of two."""
    first, second = _two(b)
    p, op = b.name("p"), b.pick(("<", ">", "<="))
    declared = b.pick((f"int *{p} = 0;", f"int *{p} = {first};", f"int *{p} = {second};"))
    at = b.pick((f"&{first}[{i}]", f"{first} + {i}"))
    test = f"{first}[{i}] {op} *{p}"
    inside = (Halt(f"if ({f'!{p} || ' if '= 0;' in declared else ''}{test})", (Line(f"{p} = {at};"),)),)
    bound = "<=" if op[0] == "<" else ">="
    facts = (
        cells(f"*{p} {bound} {first}[{{i}}]", low, high, first, second, p),
        scalar(f"({p} == 0 || *{p} {bound} {first}[{low}])", p, first, second),
    )
    return Scene(inside, frozenset((p,)), facts, (Line(declared),), features=frozenset(("best so far",)))


POINTING = (chosen_write, chosen_write, chosen_read, walking, two_scalars, best_so_far)
