"""Generate the loops of random programs: each scene is one loop with the facts that hold after it."""

from __future__ import annotations

from collections.abc import Callable

from builder import Builder, Fact, Scene
from tree import Halt, Line, Node

Maker = Callable[[Builder, str, str, str], Scene]


def cells(text: str, low: str, high: str, *names: str) -> Fact:
    return Fact("all", text, frozenset(names), low, high)


def scalar(text: str, *names: str) -> Fact:
    return Fact("scalar", text, frozenset(names))


def on(test: str, *lines: str) -> Halt:
    return Halt(f"if ({test})", tuple(Line(line) for line in lines))


def fill(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.array(60), b.small()
    return Scene((Line(f"{a}[{i}] = {c};"),), frozenset((a,)), (cells(f"{a}[{{i}}] == {c}", low, high, a),))


def fill_index(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.array(60), b.small()
    value = b.pick((f"{i} + {c}", f"{i}", f"2 * {i} + {c}"))
    fact = cells(f"{a}[{{i}}] == {value.replace(i, '{i}')}", low, high, a)
    return Scene((Line(f"{a}[{i}] = {value};"),), frozenset((a,)), (fact,))


def copy(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.source()
    t, c = b.array(50), b.pick((0, 0, 1, 2))
    plus = f" + {c}" if c else ""
    known = b.known(a) if not c else []
    facts = [cells(fact.text.replace(f"{a}[", f"{t}["), fact.lo, fact.hi, t) for fact in known]
    facts = [fact for fact in facts if (fact.lo, fact.hi) == (low, high)]
    if a != t:
        facts.append(cells(f"{t}[{{i}}] == {a}[{{i}}{plus}]", low, high, t, a))
    features = frozenset(("offset",)) if c else frozenset[str]()
    return Scene((Line(f"{t}[{i}] = {a}[{i}{plus}];"),), frozenset((t,)), tuple(facts), features=features)


def shift(b: Builder, i: str, low: str, high: str) -> Scene:
    """Each element from its neighbour: carried through the array or not, depending on the direction."""
    a = b.source()
    text = b.pick((f"{a}[{i} + 1] = {a}[{i}];", f"{a}[{i}] = {a}[{i} + 1];", f"{a}[{i} + 1] = {a}[{i}] + 1;"))
    facts = [cells(f"{a}[{{i}}] == {a}[{low}]", low, high, a)] if text == f"{a}[{i} + 1] = {a}[{i}];" else []
    return Scene((Line(text),), frozenset((a,)), tuple(facts), features=frozenset(("offset", "in place")))


def read_input(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.array(70)
    v = b.name("v")
    byte = Line(f"{a}[{i}] = __VERIFIER_nondet_uchar();")
    if b.chance(40):
        kind = b.arrays[a]
        facts = () if kind == "char" else (cells(f"{a}[{{i}}] >= 0 && {a}[{{i}}] <= 255", low, high, a),)
        return Scene((byte,), frozenset((a,)), facts, features=frozenset(("input",)))
    stop = b.pick(("abort();", "return 0;"))
    inside = (Line(f"int {v} = __VERIFIER_nondet_int();"), on(f"{v} < 0 || {v} > 100", stop), Line(f"{a}[{i}] = {v};"))
    features = frozenset(("input", "abort" if stop == "abort();" else "return"))
    return Scene(inside, frozenset((a,)), (cells(f"{a}[{{i}}] >= 0", low, high, a),), features=features)


def clamp(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    below = b.chance(50)
    line, fact = (f"{a}[{i}] < {c}", ">=") if below else (f"{a}[{i}] > {c}", "<=")
    known = tuple(fact for fact in b.known(a) if "==" in fact.text and b.chance(20))
    facts = (cells(f"{a}[{{i}}] {fact} {c}", low, high, a), *known)
    features = frozenset(("in place", "conditional write"))
    return Scene((on(line, f"{a}[{i}] = {c};"),), frozenset((a,)), facts, features=features)


def branch(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c, d = b.source(), b.small(), b.small()
    t = b.array(50)
    test = b.pick((f"{a}[{i}] > {c}", f"{i} % 2 == 0", f"{a}[{i}] == {c}", f"{i} > {c}", "__VERIFIER_nondet_int()"))
    inside = (on(test, f"{t}[{i}] = {c};"), Halt("else", (Line(f"{t}[{i}] = {d};"),)))
    facts = [cells(f"({t}[{{i}}] == {c} || {t}[{{i}}] == {d})", low, high, t)]
    if "nondet" not in test and t != a and c != d:
        facts.append(cells(f"({test.replace(i, '{i}')}) == ({t}[{{i}}] == {c})", low, high, t, a))
    return Scene(inside, frozenset((t,)), tuple(facts), features=frozenset(("conditional write",)))


def extremum(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.source()
    first = b.chance(60)
    kind = "int" if b.arrays[a] != "unsigned int" else "unsigned int"
    m, declaration = b.scalar(f"{a}[{low}]" if first else str(b.small()), kind, "m")
    op = b.pick(("<", ">", "<=", ">="))
    climbing = b.chance(15)
    test = f"{m} {op} {a}[{i}] - 1" if climbing else f"{a}[{i}] {op} {m}"
    lines = [f"{m} = {a}[{i}];"]
    names = {m}
    before: list[Node] = [declaration]
    if b.chance(15):
        p, position = b.scalar(low, prefix="p")
        lines.append(f"{p} = {i};")
        before.append(position)
        names.add(p)
    sign = "<=" if op[0] == "<" else ">="
    if climbing:
        sign = "<=" if sign == ">=" else ">="
    slack = b.pick((0, 0, 1)) if not climbing else b.pick((0, 1, 1, 2))
    slack = f" {'+' if sign == '<=' else '-'} {slack}" if slack else ""
    facts = [cells(f"{m} {sign} {a}[{{i}}]{slack}", low, high, m, a)]
    if first:
        when = "" if b.chance(20) else f"{low} < {high}"
        facts.append(Fact("some", f"{a}[{{i}}] == {m}", frozenset((m, a)), low, high, when))
    if len(names) == 2 and first:
        facts.append(Fact("scalar", f"{a}[{lines[1].split()[0]}] == {m}", frozenset((*names, a))))
    name = "climbing minimum" if climbing else ("minimum" if op[0] == "<" else "maximum")
    return Scene((on(test, *lines),), frozenset(names), tuple(facts), tuple(before), features=frozenset((name,)))


def flag(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    up = b.chance(70)
    f, declaration = b.scalar("0" if up else "1", b.pick(("int", "int", "unsigned char", "_Bool")), "f")
    op, opposite = b.pick((("==", "!="), (">", "<="), ("<", ">="), ("!=", "==")))
    facts = [cells(f"({f}{' != 0' if up else ' == 0'} || {a}[{{i}}] {opposite} {c})", low, high, f, a)]
    facts.append(scalar(f"({f} == 0 || {f} == 1)", f))
    inside: tuple[Node, ...] = (on(f"{a}[{i}] {op} {c}", f"{f} = {int(up)};", *(["break;"] if b.chance(20) else [])),)
    return Scene(inside, frozenset((f,)), tuple(facts), (declaration,), features=frozenset(("flag",)))


def count(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    n, declaration = b.scalar("0", prefix="c")
    if b.chance(40):
        facts = (scalar(f"{n} == ({low} < {high} ? {high} - {low} : 0)", n),)
        return Scene((Line(f"{n}++;"),), frozenset((n,)), facts, (declaration,), features=frozenset(("counter",)))
    facts = (scalar(f"{n} <= {b.size}", n), scalar(f"{n} >= 0", n), scalar(f"{n} <= {b.pick((2, 3))}", n))
    inside = (on(f"{a}[{i}] {b.pick(('==', '>', '!='))} {c}", f"{n}++;"),)
    return Scene(inside, frozenset((n,)), facts, (declaration,), features=frozenset(("counter",)))


def last_value(b: Builder, i: str, low: str, high: str) -> Scene:
    a, start = b.source(), b.small()
    v, declaration = b.scalar(str(start), prefix="l")
    if b.chance(50):
        facts = (scalar(f"({low} >= {high} || {v} == {a}[{high} - 1])", v, a),)
        features = frozenset(("last value",))
        return Scene((Line(f"{v} = {a}[{i}];"),), frozenset((v,)), facts, (declaration,), "", features, True)
    c = b.small()
    facts = (scalar(f"({v} == {start} || {v} > {c})", v),)
    inside = (on(f"{a}[{i}] > {c}", f"{v} = {a}[{i}];"),)
    return Scene(inside, frozenset((v,)), facts, (declaration,), features=frozenset(("last value",)))


def increment(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.pick((1, 1, 2, 3))
    facts = [
        cells(f"{a}[{{i}}] == {int(fact.text.split('== ')[1]) + c}", low, high, a)
        for fact in b.known(a)
        if fact.text.startswith(f"{a}[{{i}}] == ") and fact.text.split("== ")[1].isdigit() and fact.lo <= low
    ]
    line = b.pick((f"{a}[{i}] = {a}[{i}] + {c};", f"{a}[{i}] += {c};"))
    return Scene((Line(line),), frozenset((a,)), tuple(facts), features=frozenset(("in place",)))


def compaction(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    t = b.array(60)
    j, declaration = b.scalar("0", prefix="j")
    op = b.pick(("!=", ">", "=="))
    write = b.pick(((f"{t}[{j}] = {a}[{i}];", f"{j}++;"), (f"{t}[{j}++] = {a}[{i}];",)))
    facts = (cells(f"({{i}} >= {j} || {t}[{{i}}] {op} {c})", "0", b.size, t, j), scalar(f"{j} <= {b.size}", j))
    features = frozenset(("second index", "conditional write"))
    return Scene((on(f"{a}[{i}] {op} {c}", *write),), frozenset((t, j)), facts, (declaration,), "", features, True)


def reverse(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.source()
    t = b.array(60)
    mirrored = f"{b.size} - 1 - {i}"
    text, left = b.pick(((f"{t}[{mirrored}] = {a}[{i}];", True), (f"{t}[{i}] = {a}[{mirrored}];", False)))
    fact = cells(text.rstrip(";").replace(" = ", " == ").replace(i, "{i}"), low, high, t, a)
    facts = (fact,) if a != t else ()
    return Scene((Line(text),), frozenset((t,)), facts, features=frozenset(("reversed index",)))


def stride(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c, d = b.array(wide=True), b.small(), b.small()
    facts = (cells(f"{a}[2 * {{i}}] == {c}", low, high, a), cells(f"{a}[2 * {{i}} + 1] == {d}", low, high, a))
    inside = (Line(f"{a}[2 * {i}] = {c};"), Line(f"{a}[2 * {i} + 1] = {d};"))
    kept = b.pick((2, 2, 1))
    return Scene(inside[:kept], frozenset((a,)), facts[:kept], features=frozenset(("strided index",)))


def search(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    fact = Fact("all", f"({{i}} >= {i} || {a}[{{i}}] != {c})", frozenset((a, i)), low, high)
    claims = (f"({i} >= {high} || {a}[{i}] == {c})", f"({i} >= {high} || {a}[{i}] == {c})")
    found = scalar(b.pick((*claims, f"{i} < {high}", f"{i} >= {high}")), a, i)
    if b.chance(50):
        features = frozenset(("data-dependent exit",))
        return Scene((Line(";"),), frozenset((i,)), (fact, found), (), f"{a}[{i}] != {c}", features, True, True)
    inside = (on(f"{a}[{i}] == {c}", "break;"),)
    return Scene(inside, frozenset((i,)), (fact, found), (), "", frozenset(("break",)), True, True)


def check(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    op, opposite = b.pick((("<", ">="), (">", "<="), ("==", "!=")))
    stop = b.pick(("abort();", "return 0;"))
    inside = (on(f"{a}[{i}] {op} {c}", stop),)
    features = frozenset(("abort" if stop == "abort();" else "return", "assume"))
    return Scene(inside, frozenset(), (cells(f"{a}[{{i}}] {opposite} {c}", low, high, a),), features=features)


def alias(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.array(40), b.small()
    p, k = b.name("q"), b.pick((0, 0, 1))
    kind = b.arrays[a]
    before = (Line(f"{kind} *{p} = {a}{f' + {k}' if k else ''};"),)
    features = frozenset(("alias",))
    if b.chance(50):
        plus = f" + {k}" if k else ""
        facts = (cells(f"{a}[{{i}}{plus}] == {c}", low, high, a),)
        return Scene((Line(f"{p}[{i}] = {c};"),), frozenset((a,)), facts, before, features=features)
    other = b.name("q")
    before = (*before, Line(f"{kind} *{other} = {a};"))
    inside = (Line(f"{p}[{i}] = {c};"), on(f"{other}[{i}] == {b.small()}", f"{other}[{i}] = {c + 1};"))
    facts = (cells(f"{a}[{{i}}] <= {c + 1}", low, high, a),)
    return Scene(inside, frozenset((a,)), facts, before, features=features)


def fields(b: Builder, i: str, low: str, high: str) -> Scene:
    r, c = b.name("r"), b.small()
    before = (Line(f"struct {{ int x; {b.pick(('int', 'short', 'unsigned char'))} y; }} {r}[N + 2];"),)
    lines = b.pick(((f"{r}[{i}].x = {c};", f"{r}[{i}].y = {r}[{i}].x + 1;"), (f"{r}[{i}].x = {c};",)))
    facts = (cells(f"{r}[{{i}}].x == {c}", low, high, r), cells(f"{r}[{{i}}].y == {c + 1}", low, high, r))
    features = frozenset(("struct",))
    inside = tuple(map(Line, lines))
    if b.chance(25):
        moved = Line(f"{r}[{i} + 1] = {r}[{i}];")
        return Scene((*inside, moved), frozenset((r,)), facts[: len(lines)], before, features=features)
    return Scene(inside, frozenset((r,)), facts[: len(lines)], before, features=features)


def static_state(b: Builder, i: str, low: str, high: str) -> Scene:
    a, f = b.array(50), b.name("next")
    step = b.pick(("k++;", "k = 1 - k;", "if (k < 3) k++;"))
    b.outside.append(Line(f"int {f}(void) {{ static int k = 0; {step} return k; }}"))
    text = {"k++;": f"{a}[{{i}}] == {{i}} + 1 - {low}", "k = 1 - k;": f"{a}[{{i}}] <= 1"}.get(step, f"{a}[{{i}}] <= 3")
    return Scene(
        (Line(f"{a}[{i}] = {f}();"),), frozenset((a,)), (cells(text, low, high, a),), features=frozenset(("static",))
    )


def wrapping(b: Builder, i: str, low: str, high: str) -> Scene:
    kind, top = b.pick((("unsigned char", 256), ("unsigned short", 65536), ("signed char", 256), ("unsigned int", 0)))
    start = {"unsigned char": 253, "unsigned short": 65533, "signed char": 125, "unsigned int": 4294967294}[kind]
    k, declaration = b.scalar(f"{start}{'u' if top == 0 else ''}", kind, "u")
    trips = f"({low} < {high} ? {high} - {low} : 0)"
    facts = [scalar(f"{k} >= {start}", k), scalar(f"{k} == {start} + {trips}", k)]
    if kind.startswith("unsigned"):
        facts.append(scalar(f"{k} == ({kind})({start}u + {trips})", k))
    inside: tuple[Node, ...] = (Line(f"{k}++;"),)
    if b.chance(30):
        inside = (on(f"{k} != 0", f"{k}++;"),)
        facts = [scalar(f"({k} == 0 || {k} >= {start})", k)]
    return Scene(inside, frozenset((k,)), tuple(facts), (declaration,), features=frozenset(("wrapping counter",)))


def total(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.source()
    t, declaration = b.scalar("0", b.pick(("int", "unsigned int")), "t")
    values = [f.text.split("== ")[1] for f in b.known(a) if f.text.startswith(f"{a}[{{i}}] == ")]
    trips = f"({low} < {high} ? {high} - {low} : 0)"
    facts = [scalar(f"{t} == {value} * {trips}", t) for value in values if value.isdigit()]
    return Scene((Line(f"{t} += {a}[{i}];"),), frozenset((t,)), tuple(facts), (declaration,), "", frozenset(("sum",)))


def nested(b: Builder, i: str, low: str, high: str) -> Scene:
    a, k = b.array(50), b.name("k")
    trips, c = b.pick((0, 1, 2, 3)), b.small()
    inner = Halt(f"for (int {k} = 0; {k} < {trips}; {k}++)", (Line(f"{a}[{i}] += 1;"),), "", k)
    facts = (cells(f"{a}[{{i}}] == {c + trips}", low, high, a),)
    return Scene((Line(f"{a}[{i}] = {c};"), inner), frozenset((a,)), facts, features=frozenset(("nested",)))


def combine(b: Builder, i: str, low: str, high: str) -> Scene:
    left, right = b.source(), b.source()
    t = b.array(80, kind=b.pick(("unsigned int", "long long", "int")))
    op = b.pick(("+", "-", "|", "&", "^"))
    facts = [cells(f"{t}[{{i}}] == ({b.arrays[t]})({left}[{{i}}] {op} {right}[{{i}}])", low, high, t, left, right)]
    return Scene((Line(f"{t}[{i}] = {left}[{i}] {op} {right}[{i}];"),), frozenset((t,)), tuple(facts))


def toggle(b: Builder, i: str, low: str, high: str) -> Scene:
    a = b.array(50)
    s, declaration = b.scalar("0", prefix="g")
    change = b.pick((f"{s} = 1 - {s};", f"{s} = !{s};"))
    facts = (scalar(f"({s} == 0 || {s} == 1)", s), cells(f"({a}[{{i}}] == 0 || {a}[{{i}}] == 1)", low, high, a))
    inside = (Line(f"{a}[{i}] = {s};"), Line(change))
    return Scene(inside, frozenset((a, s)), facts, (declaration,), features=frozenset(("alternating",)))


def stages(b: Builder, i: str, low: str, high: str) -> Scene:
    """A state that increases step by step: its error needs several iterations in order."""
    a, c, last = b.source(), b.small(), b.pick((2, 3, 4))
    s, declaration = b.scalar("0", prefix="z")
    if b.chance(50):
        inside: tuple[Node, ...] = (on(f"{s} < {last} && {a}[{i}] >= {c}", f"{s}++;"),)
    else:
        inside = (on(f"{s} == 0 && {a}[{i}] == {c}", f"{s} = 1;"),)
        inside += tuple(Halt(f"else if ({s} == {k} && {a}[{i}] > {k})", (Line(f"{s} = {k + 1};"),)) for k in (1, 2))
        last = 3
    facts = (scalar(f"{s} <= {last}", s), scalar(f"{s} < {last}", s), scalar(f"{s} != {last - 1}", s))
    return Scene(inside, frozenset((s,)), facts, (declaration,), features=frozenset(("stages",)))


def lagging(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c = b.source(), b.small()
    t = b.array(70)
    v, declaration = b.scalar(str(c), prefix="h")
    facts = (Fact("all", f"{t}[{{i}}] == {a}[{{i}} - 1]", frozenset((a, t)), f"{low} + 1", high),) if a != t else ()
    inside = (Line(f"{t}[{i}] = {v};"), Line(f"{v} = {a}[{i}];"))
    return Scene(inside, frozenset((t, v)), facts, (declaration,), "", frozenset(("lagging scalar",)), True)


def skipping(b: Builder, i: str, low: str, high: str) -> Scene:
    a, c, d = b.source(), b.small(), b.small()
    t = b.array(50)
    inside = (on(f"{a}[{i}] == {c}", "continue;"), Line(f"{t}[{i}] = {d};"))
    facts = (cells(f"({a}[{{i}}] == {c} || {t}[{{i}}] == {d})", low, high, a, t),) if a != t else ()
    return Scene(inside, frozenset((t,)), facts, features=frozenset(("continue",)))


SCENES: tuple[Maker, ...] = (
    *(fill, fill_index, copy, shift, read_input, clamp, branch, extremum, flag, count, last_value, increment),
    *(compaction, reverse, stride, search, check, alias, fields, static_state, wrapping, total, nested, combine),
    *(toggle, lagging, skipping, stages, stages),
)
COMMON: tuple[Maker, ...] = (fill, fill_index, copy, clamp, branch, extremum, flag, increment, read_input, check)
"""Drawn more often: what the other scenes start from."""
