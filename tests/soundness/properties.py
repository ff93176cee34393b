"""Generate assertions: for all cells, for some cell, about scalars, inside of loops, under conditions."""

from __future__ import annotations

import re

from builder import Builder, Fact
from tree import Halt, Line, Node, changed, loops, numbered

from veriabs.core.copying import replace

OFF = {"==": ("<=", ">=", "!="), "!=": ("<", "=="), "<=": ("<", "=="), ">=": (">", "==")}
FLAGS = (("int", "1"), ("int", "1"), ("int", "1"), ("_Bool", "2"), ("signed char", "255"), ("unsigned char", "256"))


def add_property(b: Builder, *, perturb: bool, guess: bool = True) -> None:
    """Appends an assertion of something that the loops do, or nearly do."""
    some = [fact for fact in b.facts if fact.kind == "some"]
    known = some if some and b.chance(30) else b.facts
    fact = b.pick(known) if known and not (guess and b.chance(6)) else _guess(b)
    if perturb:
        fact = _perturbed(b, fact)
        b.features.add("perturbed property")
    kinds = {"all": "forall", "some": "exists", "scalar": "scalar"}
    kind = fact.kind
    if kind == "all" and b.chance(8):
        kind = "some"
    b.features.add(kinds[kind])
    match kind:
        case "all":
            nodes = _forall(b, fact)
        case "some":
            nodes = _exists(b, fact)
        case _:
            nodes = [Line(f"__VERIFIER_assert({fact.text});")]
    when = fact.when or (_guard(b) if b.chance(10) else "")
    b.nodes += [Halt(f"if ({when})", tuple(nodes))] if when else nodes
    b.features.add("several properties" if "property" in b.features else "property")


def _forall(b: Builder, fact: Fact) -> list[Node]:
    x = b.name("x")
    claim: tuple[Node, ...] = (Line(f"__VERIFIER_assert({fact.text.replace('{i}', x)});"),)
    style = b.pick(("up", "up", "up", "up", "up", "down", "while", "inner test", "step"))
    if style == "down":
        return [Halt(f"for (int {x} = {fact.hi} - 1; {x} >= {fact.lo}; {x}--)", claim, "", x)]
    if style == "while":
        return [Line(f"int {x} = {fact.lo};"), Halt(f"while ({x} < {fact.hi})", (*claim, Line(f"{x}++;")), "", x)]
    if style == "inner test":
        claim = (Halt(f"if ({b.pick((f'{x} > 0', f'{x} % 2 == 0', f'{x} < {b.size} - 1'))})", claim),)
    if b.chance(5):
        claim = (*claim, *_spoiled(b, x))
    update = f"{x} += 2" if style == "step" else f"{x}++"
    return [Halt(f"for (int {x} = {fact.lo}; {x} < {fact.hi}; {update})", claim, "", x)]


def _spoiled(b: Builder, x: str) -> tuple[Node, ...]:
    """The property loop writes a cell that another iteration of it looks at."""
    narrow = [a for a in b.arrays if not a.startswith("w")]
    if not narrow:
        return ()
    b.features.add("property that writes")
    write = Line(f"{b.pick(narrow)}[{x}{b.pick((' - 1', ' + 1'))}] = {b.small()};")
    return (Halt(f"if ({x} > 0)", (write,)),)


def _guard(b: Builder) -> str:
    """A condition around an assertion."""
    name = b.pick(b.scalars) if b.scalars else b.size
    return b.pick((name, f"!{name}", f"{name} {b.pick(('==', '>', '<='))} {b.small()}"))


def _exists(b: Builder, fact: Fact) -> list[Node]:
    x, found = b.name("x"), b.name("found")
    kind, value = b.pick(FLAGS)
    if kind != "int":
        b.features.add(f"{kind} flag")
    stop: tuple[Node, ...] = (Line("break;"),) if b.chance(30) else ()
    test = fact.text.replace("{i}", x)
    body: tuple[Node, ...] = (Halt(f"if ({test})", (Line(f"{found} = {value};"), *stop)),)
    if b.chance(15):
        b.features.add("flag is cleared")
        clear = Line(f"{found} = 0;")
        body = b.pick(((Line(f"{found} = ({test});"),), (*body, Halt(f"else if ({test})", (clear,))), (*body, clear)))
        if len(body) == 2 and isinstance(body[1], Halt):
            body = (body[0], Halt(f"if ({_leaving(b, x)})", (clear,)))
    elif b.chance(15):
        b.features.add("search gives up")
        body = (Halt(f"if ({_leaving(b, x)})", (Line("break;"),)), *body)
    loop = Halt(f"for (int {x} = {fact.lo}; {x} < {fact.hi}; {x}++)", body, "", x)
    wanted = b.pick((found, found, found, f"{found} == {value}", f"{found} > 0", f"{found} != 0"))
    return [Line(f"{kind} {found} = 0;"), loop, Line(f"__VERIFIER_assert({wanted});")]


def _leaving(b: Builder, x: str) -> str:
    """A condition unrelated to the searched value."""
    narrow = [a for a in b.arrays if not a.startswith("w")]
    return f"{b.pick(narrow)}[{x}] {b.pick(('<', '==', '>'))} {b.small()}" if narrow else f"{x} > {b.small()}"


def _guess(b: Builder) -> Fact:
    """A property that nothing speaks for."""
    c, op = b.small(), b.pick(("==", "!=", "<=", ">=", "<"))
    if b.arrays and b.chance(80):
        a = b.pick(list(b.arrays))
        text = b.pick((f"{a}[{{i}}] {op} {c}", f"{a}[{{i}}] {op} {a}[{{i}} + 1]", f"{a}[{{i}}] {op} {a}[0]"))
        return Fact(b.pick(("all", "all", "some")), text, frozenset((a,)), "0", b.size)
    name = b.pick(b.scalars) if b.scalars else b.size
    other = b.pick((*b.scalars, b.size))
    text = b.pick((f"{name} {op} {c}", f"{name} {op} {c}", f"{name} {op} {other}", f"(!{name} || {other} {op} {c})"))
    return Fact("scalar", text, frozenset((name, other)))


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


def inside(b: Builder, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The program with an assertion inside of a loop that computes."""
    places = loops(nodes)
    if not places or not b.arrays:
        return nodes
    number = b.pick(places)
    loop = list(numbered(nodes))[number]
    assert isinstance(loop, Halt)
    a, c, op = b.pick(list(b.arrays)), b.small(), b.pick(("==", ">=", "<=", "!="))
    claim = Line(f"__VERIFIER_assert({a}[{loop.counter}] {op} {c});")
    if fact := next((f for f in b.facts if f.kind == "all" and b.chance(70)), None):
        claim = Line(f"__VERIFIER_assert({fact.text.replace('{i}', loop.counter)});")
    b.features |= {"inner assertion"}
    body = (*loop.body, claim) if b.chance(70) or not loop.body else (claim, *loop.body)
    return changed(nodes, number, lambda node: (replace(loop, body=body),))
