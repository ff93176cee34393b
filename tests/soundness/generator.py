"""Random array programs: scenes in a row, properties from what the loops do, and half of the time something put wrong.

`batch(seed, number, count)` is reproducible: the same programs for the same three numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from builder import Builder, Fact
from hypothesis import strategies as st
from scenes import COMMON, SCENES
from tree import Block, Line, Node, Program, changed, loops, numbered, size

SMALL, LARGE = (0, 1, 2, 3, 4, 5, 6), (7, 13, 40, 150, 200)
OFF = {"==": ("<=", ">=", "!="), "!=": ("<", "=="), "<=": ("<", "=="), ">=": (">", "==")}
_TYPES = ("int", "char", "short", "long", "_Bool", "unsigned")
SIZE_LINE = "int n = __VERIFIER_nondet_int();"


@st.composite
def programs(draw: Callable[[Any], Any]) -> Program:
    """One program, for tests that hypothesis drives."""
    return build(lambda limit: draw(st.integers(0, limit - 1)))


def batch(seed: int, number: int, count: int) -> list[Program]:
    """The programs of one batch.

    Chance draws them and not hypothesis, which tries variants of what it had before: half of them were repetitions.
    """
    chance = Random(f"{seed} {number}")
    found: dict[str, Program] = {}
    while len(found) < count:
        program = build(chance.randrange)
        if well_formed(program.text):
            found[program.text] = program
    return list(found.values())


def well_formed(text: str) -> bool:
    """Is every name declared before it is used, and every else behind an if? A mutation may take that away."""
    lines = [line.strip() for line in text.splitlines()]
    if any(line == "else {" and before != "}" for before, line in pairwise(lines)):
        return False
    body = text.split("#define N", 1)[1]
    first = {match[2]: match[1] for match in reversed(list(re.finditer(r"(\w+ |\*|\} |\W)([a-z]+\d+)\b", body)))}
    return all(before in ("*", "} ") or before.strip() in _TYPES for before in first.values())


def build(below: Callable[[int], int]) -> Program:
    """One program from numbers below given limits."""
    b = Builder(below, "n" if below(100) < 65 else "N")
    symbolic, large = b.size == "n", b.chance(25)
    number = b.pick(LARGE if large else ((5, 6, 6, 4) if symbolic else SMALL))
    b.features |= {"symbolic size" if symbolic else "constant size", "large" if large else "small"}
    if symbolic:
        least = b.pick(("0", "0", "0", "1", "2"))
        b.nodes += [Line(SIZE_LINE), Line(f"if (n < {least} || n > N) abort();")]
    count = b.pick((1, 1, 1, 2, 2, 2, 3, 4))
    for _ in range(count):
        low, high = b.range()
        counter = b.name("i")
        b.add(counter, low, high, b.pick(COMMON if b.chance(40) else SCENES)(b, counter, low, high))
    b.features.add(f"{count} loops")
    mutated = b.chance(25)
    if mutated:
        b.features.add("mutated")
        for _ in range(b.pick((1, 1, 2))):
            b.nodes = list(_mutate(b, tuple(b.nodes)))
    if b.chance(8):
        b.nodes = list(_inside(b, tuple(b.nodes)))
    for _ in range(b.pick((1, 1, 1, 1, 2, 3))):
        _property(b, perturb=not mutated and b.chance(40))
    return Program(number, tuple(b.outside), tuple(b.nodes), frozenset(b.features))


# ---------------------------------------------------------------------------------------------------------- properties


def _property(b: Builder, *, perturb: bool) -> None:
    fact = b.pick(b.facts) if b.facts and not b.chance(6) else _guess(b)
    if perturb:
        fact = _perturbed(b, fact)
        b.features.add("perturbed property")
    kinds = {"all": "forall", "some": "exists", "scalar": "scalar"}
    kind = fact.kind
    if kind == "all" and b.chance(5):
        kind = "some"
    b.features.add(kinds[kind])
    match kind:
        case "all":
            nodes = _forall(b, fact)
        case "some":
            nodes = _exists(b, fact)
        case _:
            nodes = [Line(f"__VERIFIER_assert({fact.text});")]
    b.nodes += [Block(f"if ({fact.when})", tuple(nodes))] if fact.when else nodes
    b.features.add("several properties" if "property" in b.features else "property")


def _forall(b: Builder, fact: Fact) -> list[Node]:
    x = b.name("x")
    claim: tuple[Node, ...] = (Line(f"__VERIFIER_assert({fact.text.replace('{i}', x)});"),)
    style = b.pick(("up", "up", "up", "up", "up", "down", "while", "inner test", "step"))
    if style == "down":
        return [Block(f"for (int {x} = {fact.hi} - 1; {x} >= {fact.lo}; {x}--)", claim, "", x)]
    if style == "while":
        return [Line(f"int {x} = {fact.lo};"), Block(f"while ({x} < {fact.hi})", (*claim, Line(f"{x}++;")), "", x)]
    if style == "inner test":
        claim = (Block(f"if ({b.pick((f'{x} > 0', f'{x} % 2 == 0', f'{x} < {b.size} - 1'))})", claim),)
    update = f"{x} += 2" if style == "step" else f"{x}++"
    return [Block(f"for (int {x} = {fact.lo}; {x} < {fact.hi}; {update})", claim, "", x)]


def _exists(b: Builder, fact: Fact) -> list[Node]:
    x, found = b.name("x"), b.name("found")
    stop: tuple[Node, ...] = (Line("break;"),) if b.chance(30) else ()
    seen = Block(f"if ({fact.text.replace('{i}', x)})", (Line(f"{found} = 1;"), *stop))
    loop = Block(f"for (int {x} = {fact.lo}; {x} < {fact.hi}; {x}++)", (seen,), "", x)
    return [Line(f"int {found} = 0;"), loop, Line(f"__VERIFIER_assert({found});")]


def _guess(b: Builder) -> Fact:
    """A property that nothing speaks for."""
    c, op = b.small(), b.pick(("==", "!=", "<=", ">=", "<"))
    if b.arrays and b.chance(80):
        a = b.pick(list(b.arrays))
        text = b.pick((f"{a}[{{i}}] {op} {c}", f"{a}[{{i}}] {op} {a}[{{i}} + 1]", f"{a}[{{i}}] {op} {a}[0]"))
        return Fact(b.pick(("all", "all", "some")), text, frozenset((a,)), "0", b.size)
    name = b.pick(b.scalars) if b.scalars else b.size
    return Fact("scalar", f"{name} {op} {c}", frozenset((name,)))


def _perturbed(b: Builder, fact: Fact) -> Fact:
    """A property that is off by one somewhere."""
    places = list(re.finditer(r"==|!=|<=|>=|(?<![<>=!])[<>](?![<>=])|(?<![\w\]])\d+(?![\w\[])", fact.text))
    kind = b.pick(("text", "text", "text", "range", "when"))
    if kind == "when" and fact.when:
        return replace(fact, when="")
    if fact.kind != "scalar" and (kind == "range" or not places):
        low, high = b.pick((("0", b.size), (fact.lo, f"{fact.hi} + 1"), ("0", fact.hi), (fact.lo, f"{b.size} + 1")))
        return replace(fact, lo=low, hi=high)
    if not places:
        return fact
    place = b.pick(places)
    old = place.group()
    new = str(max(0, int(old) + b.pick((1, -1)))) if old.isdigit() else b.pick(OFF.get(old, ("==",)))
    return replace(fact, text=fact.text[: place.start()] + new + fact.text[place.end() :])


def _inside(b: Builder, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """With an assertion inside of a loop that computes."""
    places = loops(nodes)
    if not places or not b.arrays:
        return nodes
    number = b.pick(places)
    loop = list(numbered(nodes))[number]
    assert isinstance(loop, Block)
    a, c, op = b.pick(list(b.arrays)), b.small(), b.pick(("==", ">=", "<=", "!="))
    claim = Line(f"__VERIFIER_assert({a}[{loop.counter}] {op} {c});")
    if fact := next((f for f in b.facts if f.kind == "all" and b.chance(70)), None):
        claim = Line(f"__VERIFIER_assert({fact.text.replace('{i}', loop.counter)});")
    b.features |= {"inner assertion"}
    body = (*loop.body, claim) if b.chance(70) or not loop.body else (claim, *loop.body)
    return changed(nodes, number, lambda node: (replace(loop, body=body),))


# ----------------------------------------------------------------------------------------------------------- mutations


def _mutate(b: Builder, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    places = loops(nodes)
    if not places:
        return nodes
    number = b.pick(places)
    loop = list(numbered(nodes))[number]
    assert isinstance(loop, Block)
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


def _with(b: Builder, loop: Block, node: Node) -> tuple[Node, ...]:
    return (node, *loop.body) if b.chance(50) else (*loop.body, node)


def _other_header(b: Builder, loop: Block) -> str:
    choices = [("= 0;", "= 1;"), ("= 1;", "= 0;"), (" < ", " <= "), ("<= ", "< "), ("++", " += 2"), ("--", " -= 2")]
    choices += [(f"< {b.size}", f"< {b.size} - 1"), (" >= ", " > "), ("int ", "unsigned char "), ("++", " += 3")]
    usable = [(old, new) for old, new in choices if old in loop.head]
    old, new = b.pick(usable) if usable else ("", "")
    return loop.head.replace(old, new, 1) if old else loop.head


def _altered(b: Builder, kind: str, counter: str) -> Callable[[Node], tuple[Node, ...]]:
    def change(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Block) and not node.head.startswith("if"):
            return (node,)
        if kind == "drop":
            return ()
        if kind == "guard":
            b.features.add("conditional write")
            return (Block(f"if ({_condition(b, counter)})", (node,)),) if "int " not in printed_head(node) else (node,)
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
            return Block(f"if ({_condition(b, counter)})", (Line(stop),))
        case "write" | "guarded" as kind:
            a, o = b.pick(narrow), b.pick(narrow)
            index = b.pick((counter, counter, f"{counter} + 1", "0", f"{b.size} - {counter}", "1"))
            if index != counter:
                b.features.add("offset")
            line = Line(f"{a}[{index}] = {b.pick((str(c), f'{o}[{counter}]', f'{o}[{counter} + 1]', counter))};")
            return Block(f"if ({_condition(b, counter)})", (line,)) if kind == "guarded" else line
        case "scalar":
            s = b.pick(_early(b))
            value = b.pick((str(c), f"{s} + 1", counter, *(f"{a}[{counter}]" for a in narrow[:1])))
            return Line(f"{s} = {value};")
        case _:
            return Line(";")
