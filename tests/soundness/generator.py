"""Random array programs: a sequence of scenes, properties that fit the loops, and a planted error in half of them.

`batch(seed, number, count)` is reproducible: the same programs for the same three numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from builder import Builder
from hazards import HAZARDS
from hypothesis import strategies as st
from properties import add_property, inside
from scenes import COMMON, SCENES, Maker
from tree import Halt, Line, Node, Program, changed, loops, numbered, renamed, size

from veriabs.core.copying import replace

SMALL, LARGE = (0, 1, 2, 3, 4, 5, 6), (7, 13, 40, 150, 200)
FOCUSED = (1, 3, 4, 5, 6)
_TYPES = ("int", "char", "short", "long", "_Bool", "unsigned")
TAKEN = (
    *(("int", "guard_1"), ("int", "guard_1"), ("_Bool", "guard_1"), ("int", "at_one0"), ("int", "K"), ("int", "T")),
    *(("unsigned long long", "last"), ("unsigned long long", "last"), ("unsigned long long", "trips_1")),
    *(("unsigned long long", "itno"), ("int", "start_1"), ("int", "s")),
    *(("int", "step"), ("int", "column"), ("int", "length"), ("int", "X0"), ("int", "loop_1"), ("_Bool", "bad")),
)
"""Types and names of generated programs."""

SIZE_LINE = "int n = __VERIFIER_nondet_int();"


@st.composite
def programs(draw: Callable[[Any], Any]) -> Program:
    """One program, for tests that hypothesis drives."""
    return build(lambda limit: draw(st.integers(0, limit - 1)))


def batch(seed: int | str, number: int, count: int, fragment: tuple[Maker, ...] = ()) -> list[Program]:
    """The programs of one batch.

    Chance draws them and not hypothesis, which tries variants of what it had before: half of them were repetitions.
    """
    chance = Random(f"{seed} {number}")
    found: dict[str, Program] = {}
    while len(found) < count:
        program = build(chance.randrange, fragment)
        if well_formed(program):
            found[program.text] = program
    return list(found.values())


def well_formed(program: Program) -> bool:
    """Is every name declared before it is used, and every else behind an if? A mutation may take that away."""
    if not _attached(program.body):
        return False
    body = program.text.split("#define N", 1)[1]
    first = {match[2]: match[1] for match in reversed(list(re.finditer(r"(\w+ |\*|\} |\W)([a-z]+\d+)\b", body)))}
    return all(before in ("*", "} ") or before.strip() in _TYPES for before in first.values())


def _attached(nodes: tuple[Node, ...]) -> bool:
    heads = ["", *(node.head if isinstance(node, Halt) else "" for node in nodes)]
    behind = all("if (" in before for before, head in pairwise(heads) if head.startswith("else"))
    return behind and all(_attached(node.body) for node in nodes if isinstance(node, Halt))


def build(below: Callable[[int], int], fragment: tuple[Maker, ...] = ()) -> Program:
    """One program from numbers below given limits, or a short one with loops of a fragment."""
    b = Builder(below, "n" if below(100) < 65 else "N")
    symbolic, large = b.size == "n", b.chance(25)
    number = b.pick(LARGE if large else (5, 6, 6, 4, 1) if symbolic else FOCUSED if fragment else SMALL)
    b.features |= {"symbolic size" if symbolic else "constant size", "large" if large else "small"}
    if symbolic:
        least = b.pick(("0", "0", "0", "1", "2"))
        b.nodes += [Line(SIZE_LINE), Line(f"if (n < {least} || n > N) abort();")]
    count = b.pick((1, 1, 2) if fragment else (1, 1, 1, 2, 2, 2, 3, 4))
    for _ in range(count):
        low, high = b.range()
        counter = b.name("i")
        maker = _maker(b, fragment)
        b.features.add(f"scene {maker.__name__}")
        b.add(counter, low, high, maker(b, counter, low, high))
    b.features.add(f"{count} loops")
    mutated = b.chance(8 if fragment else 35)
    if mutated:
        b.features.add("mutated")
        for _ in range(b.pick((1, 1, 2))):
            b.nodes = list(_mutate(b, tuple(b.nodes)))
    if b.chance(5 if fragment else 18):
        b.nodes = list(inside(b, tuple(b.nodes)))
    for _ in range(1 if fragment else b.pick((1, 1, 1, 1, 2, 3))):
        add_property(b, perturb=not mutated and b.chance(20 if fragment else 60), guess=not fragment)
    if b.chance(10):
        when = f"{b.size} >= 0" if b.chance(30) else _condition(b, "0")
        b.nodes.append(Halt(f"if ({when})", (Line(b.pick(("abort();", "return 0;"))),)))
        b.features.add("abort")
    program = Program(number, tuple(b.outside), tuple(b.nodes), frozenset(b.features))
    return _hostile(b, program) if b.chance(8) and b.scalars and well_formed(program) else program


def _maker(b: Builder, fragment: tuple[Maker, ...]) -> Maker:
    """Mostly of the fragment, if there is one."""
    if fragment and b.chance(85):
        return b.pick(fragment)
    share = b.below(100)
    return b.pick(COMMON if share < 40 else HAZARDS if share < 70 else SCENES)


def _hostile(b: Builder, program: Program) -> Program:
    """With a name that generated programs have for something else."""
    old, (kind, new) = b.pick(b.scalars), b.pick(TAKEN)
    nodes = tuple(
        Line(re.sub(rf"^(?:unsigned )?int {new}\b", f"{kind} {new}", node.code)) if isinstance(node, Line) else node
        for node in renamed(program.body, old, new)
    )
    return replace(program, body=nodes, features=program.features | {"hostile name"})


# ----------------------------------------------------------------------------------------------------------- mutations


def _mutate(b: Builder, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    places = loops(nodes)
    if not places:
        return nodes
    number = b.pick(places)
    loop = list(numbered(nodes))[number]
    assert isinstance(loop, Halt)
    kind = b.pick(("insert", "insert", "insert", "header", "guard", "drop", "number", "between", "order"))
    match kind:
        case "insert":
            return changed(nodes, number, lambda _: (replace(loop, body=_with(b, loop, _wild(b, loop.counter))),))
        case "between":
            return changed(nodes, number, lambda _: (loop, _wild(b, b.pick(("0", "1", b.size)))))
        case "header":
            return changed(nodes, number, lambda _: (replace(loop, head=_other_header(b, loop)),))
        case "order":
            body = tuple(reversed(loop.body))
            return changed(nodes, number, lambda _: (replace(loop, body=body),))
        case _ if not loop.body:
            return nodes
        case _:
            inner = number + 1 + b.pick(range(size(loop.body)))
            return changed(nodes, inner, _altered(b, kind, loop.counter))


def _with(b: Builder, loop: Halt, node: Node) -> tuple[Node, ...]:
    return (node, *loop.body) if b.chance(50) else (*loop.body, node)


def _other_header(b: Builder, loop: Halt) -> str:
    choices = [("= 0;", "= 1;"), ("= 1;", "= 0;"), (" < ", " <= "), ("<= ", "< "), ("++", " += 2"), ("--", " -= 2")]
    choices += [(f"< {b.size}", f"< {b.size} - 1"), (" >= ", " > "), ("int ", "unsigned char "), ("++", " += 3")]
    usable = [(old, new) for old, new in choices if old in loop.head]
    old, new = b.pick(usable) if usable else ("", "")
    return loop.head.replace(old, new, 1) if old else loop.head


def _altered(b: Builder, kind: str, counter: str) -> Callable[[Node], tuple[Node, ...]]:
    def change(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Halt) and not node.head.startswith("if"):
            return (node,)
        if kind == "drop":
            return ()
        if kind == "guard":
            b.features.add("conditional write")
            return (Halt(f"if ({_condition(b, counter)})", (node,)),) if "int " not in printed_head(node) else (node,)
        if isinstance(node, Line):
            return (Line(re.sub(r"(?<![\w\]])(\d+)(?![\w])", lambda m: str(int(m[1]) + 1), node.code, count=1)),)
        return (replace(node, head=re.sub(r"(?<![\w])(\d+)", lambda m: str(int(m[1]) + 1), node.head, count=1)),)

    return change


def printed_head(node: Node) -> str:
    return node.code if isinstance(node, Line) else node.head


def _condition(b: Builder, counter: str) -> str:
    c, op = b.small(), b.pick(("==", "!=", "<", ">"))
    choices = [f"{counter} {op} {c}", f"{counter} % 2 == 0", f"{counter} == {b.size} - 1", f"{b.size} > {c}"]
    choices += [f"{a}[{counter}] {op} {c}" for a in b.arrays if not a.startswith("w")]
    choices += [f"{s} {op} {c}" for s in _early(b)] + ["__VERIFIER_nondet_int()"]
    return b.pick(choices)


def _early(b: Builder) -> list[str]:
    """Scalars that are probably declared already; `well_formed` sees to the rest."""
    return b.scalars[:2]


def _wild(b: Builder, counter: str) -> Node:
    """Any statement."""
    c = b.small()
    narrow = [a for a in b.arrays if not a.startswith("w")]
    kinds = ["leave"] if counter.startswith("i") else []
    kinds += ["write", "write", "guarded"] if narrow else []
    kinds += ["scalar"] if _early(b) else []
    match b.pick(kinds or ["none"]):
        case "leave":
            stop = b.pick(("break;", "continue;", "abort();", "return 0;"))
            b.features.add(stop.split(";")[0].split("(")[0].split(" ")[0])
            return Halt(f"if ({_condition(b, counter)})", (Line(stop),))
        case "write" | "guarded" as kind:
            a, o = b.pick(narrow), b.pick(narrow)
            index = b.pick((counter, counter, f"{counter} + 1", "0", f"{b.size} - {counter}", "1"))
            if index != counter:
                b.features.add("offset")
            line = Line(f"{a}[{index}] = {b.pick((str(c), f'{o}[{counter}]', f'{o}[{counter} + 1]', counter))};")
            return Halt(f"if ({_condition(b, counter)})", (line,)) if kind == "guarded" else line
        case "scalar":
            s = b.pick(_early(b))
            value = b.pick((str(c), f"{s} + 1", counter, *(f"{a}[{counter}]" for a in narrow[:1])))
            return Line(f"{s} = {value};")
        case _:
            return Line(";")
