"""Generate loops that a careless abstraction gets wrong; `scenes.py` has the ordinary ones."""

from __future__ import annotations

from builder import Builder, Fact, Scene
from scenes import Maker, cells, on, scalar
from tree import Halt, Line, Node

COMPARE = ("==", "!=", "<", ">=")


def _test(b: Builder, a: str, i: str) -> str:
    return f"{a}[{i}] {b.pick(COMPARE)} {b.small()}"


def first_seen(b: Builder, i: str, low: str, high: str) -> Scene:
    """The property compares the inputs of two iterations, which may differ."""
    v, c = b.name("v"), b.small()
    f, first = b.scalar("0", prefix="f"), b.scalar(str(c), prefix="m")
    bad, declared = b.scalar("0", prefix="f")
    source = b.pick(("__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()", f"{b.source()}[{i}]"))
    inside: tuple[Node, ...] = (
        Line(f"int {v} = {source};"),
        on(f"!{f[0]}", f"{f[0]} = 1;", f"{first[0]} = {v};"),
        Halt("else", (on(f"{v} {b.pick(('!=', '<', '>'))} {first[0]}", f"{bad} = 1;"),)),
    )
    facts = (scalar(f"!{bad}", bad), scalar(f"({f[0]} || {first[0]} == {c})", f[0], first[0]))
    return Scene(inside, frozenset((f[0], first[0], bad)), facts, (f[1], first[1], declared))


def use_scalar(b: Builder, i: str, low: str, high: str) -> Scene:
    """The last value of a scalar is written to every cell, directly or through a copy that is taken in between."""
    t, s = b.array(60), b.pick(b.scalars) if b.scalars else b.size
    before: tuple[Node, ...] = ()
    value = s
    if b.chance(50):
        value, declared = b.scalar(s, prefix="k")
        before = (declared,)
    a = b.source()
    text = b.pick((value, f"{value} + {b.small()}", f"{value} + {a}[{i}]" if a != t else value))
    facts = [cells(f"{t}[{{i}}] == {text.replace(f'[{i}]', '[{i}]')}", low, high, t, value, a)]
    facts += [
        cells(fact.text.replace(s, f"{t}[{{i}}]"), low, high, t)
        for fact in b.facts
        if fact.kind == "scalar" and s in fact.names and text == value and len(fact.names) == 1
    ]
    if s in b.initial and text == value:
        facts.append(cells(f"{t}[{{i}}] == {b.initial[s]}", low, high, t))
    return Scene((Line(f"{t}[{i}] = {text};"),), frozenset((t,)), tuple(facts), before)


def sets(b: Builder, i: str, low: str, high: str) -> Scene:
    """A scalar that every iteration sets."""
    a, c = b.source(), b.small()
    v, declared = b.scalar(str(c - b.pick((0, 1, 1, 2))), prefix="v")
    inside: tuple[Node, ...] = (Line(f"{v} = {c};"),)
    if b.chance(75):
        inside = (on(f"{a}[{i}] < {c}", f"{a}[{i}] = {c};"), Line(f"{v} = {a}[{i}];"))
    facts = (scalar(f"{v} >= {c}", v), scalar(f"({low} >= {high} || {v} >= {c})", v))
    return Scene(inside, frozenset((v, a)), facts, (declared,), features=frozenset(("last value",)))


def stopper(b: Builder, i: str, low: str, high: str) -> Scene:
    """A flag that the body sets is part of the test."""
    a, c = b.source(), b.small()
    t = b.array(60)
    f, declared = b.scalar("0", prefix="f")
    inside: tuple[Node, ...] = (Line(f"{t}[{i}] = {c};"), on(_test(b, a, i), f"{f} = 1;"))
    facts = (cells(f"{t}[{{i}}] == {c}", low, high, t), cells(f"({f} || {t}[{{i}}] == {c})", low, high, t, f))
    features = frozenset(("data-dependent exit", "flag"))
    return Scene(inside, frozenset((t, f)), facts, (declared,), f"!{f}", features, True)


def sentinel(b: Builder, i: str, low: str, high: str) -> Scene:
    """A search for a cell that is planted, maybe under a condition, and that nothing else may end."""
    a, c, p = b.array(60), b.small(), b.name("p")
    b.scalars.append(p)
    last, sometimes = b.chance(75), b.chance(60)
    plant = Line(f"{a}[{p}] = {c};")
    test = b.pick(("__VERIFIER_nondet_int()", f"{p} > 1"))
    before: tuple[Node, ...] = (
        Line(f"int {p} = __VERIFIER_nondet_int();"),
        on(f"{p} < {low} || {p} > {high}", "abort();"),
        *((Line(f"{a}[{high}] = {c};"),) if last else ()),
        on(test, plant.code) if sometimes else plant,
    )
    found = scalar(f"({i} >= {high} || {a}[{i}] == {c})", a, i)
    facts = (scalar(f"{i} <= {p}", i, p), found, scalar(f"{i} < {high}", i))
    features, test = frozenset(("data-dependent exit", "sentinel")), f"{a}[{i}] != {c}"
    return Scene((Line(";"),), frozenset((i,)), facts, before, test, features, True, True, last)


def moving(b: Builder, i: str, low: str, high: str) -> Scene:
    """A second counter of some type, with some step, whose values are stored."""
    t, start = b.array(70, kind="int"), b.small()
    kind, step = b.pick(("int", "unsigned char", "short", "unsigned int", "signed char")), b.pick((1, 2, 100, 100))
    c, declared = b.scalar(str(start), kind, "c")
    inside: tuple[Node, ...] = (Line(f"{t}[{i}] = {c};"), Line(f"{c} += {step};"))
    if b.chance(25):
        inside = (inside[0], on(_test(b, b.source(), i), f"{c} += {step};"))
    start_of = f"{start} + {step} * ({{i}} - {low})"
    facts = [
        cells(f"{t}[{{i}}] == {start_of}", low, high, t),
        cells(f"{t}[{{i}}] == {start} + {{i}} - {low}", low, high, t),
    ]
    facts.append(cells(f"{t}[{{i}}] == ({kind})({start_of})", low, high, t))
    return Scene(inside, frozenset((t, c)), tuple(facts), (declared,), "", frozenset(("second counter",)), True)


def products(b: Builder, i: str, low: str, high: str) -> Scene:
    """A scalar that begins at a sum with a product of an unknown one, which some iterations add, or take away."""
    a, times, kind = b.source(), b.pick((1, 2, 2, 3)), b.pick(("int", "unsigned int"))
    z, unknown = b.scalar(f"(unsigned char){a}[{low}]", "unsigned int", "z")
    x, declared = b.scalar(f"({kind})(7u + {times}u * {z})", kind, "x")
    change = b.pick((f"{x} += {z};", f"{x} = ({kind})({z} + {x});", f"{x} -= {z};", f"{x} = {x} + 0;"))
    inside: tuple[Node, ...] = (Line(change) if b.chance(50) else on(_test(b, a, i), change),)
    facts = [scalar(f"{x} == ({kind})(7u + {more} * {z})", x) for more in (f"{times}u", f"({times}u + {high} - {low})")]
    return Scene(inside, frozenset((x,)), tuple(facts), (unknown, declared), features=frozenset(("products",)))


def neighbour(b: Builder, i: str, low: str, high: str) -> Scene:
    """An iteration also writes the cell of another one."""
    a, c, d = b.array(50), b.small(), b.small()
    other = b.pick((f"{i} > 0", f"{i} > {low}"))
    inside: tuple[Node, ...] = (Line(f"{a}[{i}] = {c};"), on(other, f"{a}[{i} - 1] = {d};"))
    if b.chance(30):
        inside = (Line(f"{a}[{i}] = {c};"), Line(f"{a}[{i} + 1] = {d};"))
    facts = (cells(f"{a}[{{i}}] == {c}", low, high, a), cells(f"{a}[{{i}}] == {d}", low, f"{high} - 1", a))
    return Scene(inside, frozenset((a,)), facts, features=frozenset(("offset",)))


def mirror(b: Builder, i: str, low: str, high: str) -> Scene:
    """Writes its own cell and reads the mirrored one."""
    a, c = b.array(50), b.small()
    t = b.array(80)
    index = b.pick((f"{b.size} - 1 - {i}", f"{b.size} - {i}", f"{i} + 1"))
    inside: tuple[Node, ...] = (Line(f"{a}[{i}] = {c};"), Line(f"{t}[{i}] = {a}[{index}];"))
    facts = (cells(f"{t}[{{i}}] == {c}", low, high, t), cells(f"{a}[{{i}}] == {c}", low, high, a))
    return Scene(inside if b.chance(80) else inside[::-1], frozenset((a, t)), facts, features=frozenset(("offset",)))


def gaps(b: Builder, i: str, low: str, high: str) -> Scene:
    """Counts marks that are some distance apart."""
    a, c, apart, most = b.source(), b.small(), b.pick((1, 2, 2, 3)), b.pick((1, 2, 2, 3))
    y, declared = b.scalar("0", prefix="y")
    v, lately = b.scalar(f"-{b.pick((1, 5))}", prefix="v")
    climb = on(f"{i} - {v} {b.pick(('>=', '>=', '>=', '<='))} {apart} && {y} < {most}", f"{y}++;")
    inside = (Halt(f"if ({a}[{i}] == {c})", (climb, Line(f"{v} = {i};"))),)
    facts = (scalar(f"{y} < {most}", y), scalar(f"{y} <= {most}", y), scalar(f"{v} < {high}", v))
    return Scene(inside, frozenset((y, v)), facts, (declared, lately), "", frozenset(("gaps",)), True)


def climbing(b: Builder, i: str, low: str, high: str) -> Scene:
    """A minimum that may rise a little with every iteration."""
    # If the elements are narrower than int, the slack cannot wrap.
    a = b.array(kind=b.pick(("short", "char", "unsigned char", "int")))
    slack, bound = b.pick((1, 1, 2)), b.pick((0, 1, 1, 2))
    m, declared = b.scalar(f"{a}[{low}]", prefix="m")
    test, sign = b.pick(((f"{m} >= {a}[{i}] - {slack}", "<="), (f"{m} <= {a}[{i}] + {slack}", ">=")))
    claim = f"{m} {sign} {a}[{{i}}] {'+' if sign == '<=' else '-'} {bound}"
    facts = (cells(claim, low, high, m, a),)
    features = frozenset(("climbing minimum",))
    return Scene((on(test, f"{m} = {a}[{i}];"),), frozenset((m,)), facts, (declared,), features=features)


def countdown(b: Builder, i: str, low: str, high: str) -> Scene:
    """Jumps up and falls again."""
    v, declared = b.scalar("0", prefix="v")
    top, step = b.pick((3, 100)), b.pick((1, 2))
    inside: tuple[Node, ...] = (on(f"{v} == 0", f"{v} = {v} + {top};"), Halt("else", (Line(f"{v} = {v} - {step};"),)))
    facts = (scalar(f"{v} != {top - b.pick((1, 2, 3))}", v), scalar(f"{v} >= 0", v), scalar(f"{v} <= {top}", v))
    return Scene(inside, frozenset((v,)), facts, (declared,), features=frozenset(("alternating",)))


def ends_runs(b: Builder, i: str, low: str, high: str) -> Scene:
    """A state that climbs, and an abort that depends on it: a run that leaves iterations out aborts."""
    a, c, most = b.source(), b.small(), b.pick((1, 2, 3))
    x, declared = b.scalar("0", prefix="x")
    bad, lately = b.scalar("0", prefix="f")
    stop = b.pick(("abort();", "return 0;", "break;"))
    wanted = f"{x} {b.pick(('<', '<', '!='))} {b.pick((most, most, 1))}"
    last = Halt(f"if ({a}[{i}] == {c + 1})", (on(wanted, stop), Line(f"{bad} = 1;")))
    inside = (on(f"{a}[{i}] == {c} && {x} < {most}", f"{x}++;"), last)
    facts = (scalar(f"(!{bad} || {x} < {most})", bad, x), scalar(f"(!{bad} || {x} == {most})", bad, x))
    facts += (scalar(f"{x} < {most}", x),) if b.chance(30) else ()
    return Scene(inside, frozenset((x, bad)), facts, (declared, lately), features=frozenset(("abort",)))


def rest(b: Builder, i: str, low: str, high: str) -> Scene:
    """The second loop starts where the scalar of an earlier one was left."""
    a, t, c = b.source(), b.array(60), b.small()
    j, declared = b.scalar("0", prefix="j")
    climb = Halt(f"for (int {i} = {low}; {i} < {high}; {i}++)", (on(_test(b, a, i), f"{j}++;"),), "", i)
    extra: tuple[Node, ...] = (Halt(f"for (; {j} < {high}; {j}++)", (Line(f"{t}[{j}] = {c};"),), "", j),)
    facts = (cells(f"{t}[{{i}}] == {c}", low, high, t), scalar(f"{j} == {high}", j), scalar(f"{j} >= {high}", j))
    before = (declared, climb, *extra)
    return Scene((Line(f"{a}[{i}] = {a}[{i}];"),), frozenset((t, j)), facts, before, features=frozenset(("start",)))


def reused(b: Builder, i: str, low: str, high: str) -> Scene:
    """Two loops use one scalar; the second one writes it first, the first one need not."""
    a, c, d = b.source(), b.array(50), b.small()
    t = b.array(80)
    v, declared = b.scalar(str(d), prefix="v")
    carried = on(f"{a}[{i}] > {v}", f"{v} = {a}[{i}];")
    front: Node = Halt(f"for (int {i} = {low}; {i} < {high}; {i}++)", (carried, Line(f"{t}[{i}] = {v};")), "", i)
    inside = (Line(f"{v} = {d};"), on(f"{c}[{i}] > {v}", f"{v} = {c}[{i}];"), Line(f"{c}[{i}] = {v};"))
    facts = (
        cells(f"{t}[{{i}}] == ({a}[{{i}}] > {d} ? {a}[{{i}}] : {d})", low, high, t, a),
        cells(f"{t}[{{i}}] >= {d}", low, high, t),
        cells(f"{c}[{{i}}] >= {d}", low, high, c),
    )
    return Scene(inside, frozenset((t, c, v)), facts if a != c else facts[1:], (declared, front))


def pinned(b: Builder, i: str, low: str, high: str) -> Scene:
    """Every iteration uses the one cell that a scalar names, by one of two names."""
    a, t = b.source(), b.array(60)
    u = b.array(80)
    p, q = b.name("p"), b.name("q")
    same = b.pick((f"{q} != {p}", f"{q} < 0 || {q} > {b.size}"))
    before: tuple[Node, ...] = (
        Line(f"int {p} = __VERIFIER_nondet_int();"),
        Line(f"int {q} = __VERIFIER_nondet_int();"),
        on(f"{p} < 0 || {p} > {b.size} || {same}", "abort();"),
        Halt(f"for (int {i} = {low}; {i} < {high}; {i}++)", (Line(f"{t}[{p}] = {a}[{i}];"),), "", i),
    )
    facts = [cells(f"{u}[{{i}}] == {a}[{{i}}]", low, high, u, a)] if a not in (t, u) else []
    facts += [cells(f"{u}[{{i}}] == {t}[{q}]", low, high, u, t)] if u != t else []
    fixed = b.pick((q, q, "1"))
    return Scene((Line(f"{u}[{i}] = {t}[{fixed}];"),), frozenset((t, u)), tuple(facts), before)


def automaton(b: Builder, i: str, low: str, high: str) -> Scene:
    """An automaton whose next state depends on the state and the iteration; the property reads both."""
    x, declared = b.scalar("0", prefix="x")
    final = b.pick((5, 6))
    # In this state and this iteration, to that state.
    moves = [(0, 0, 1), (1, 1, b.pick((2, 3))), *((b.below(5), b.below(4), b.below(6)) for _ in range(b.below(5)))]
    tests = (f"{'else ' if n else ''}if ({x} == {p} && {i} == {c})" for n, (p, c, _) in enumerate(moves))
    lines = [Halt(test, (Line(f"{x} = {q};"),)) for test, (_, _, q) in zip(tests, moves, strict=True)]
    kept = Halt(f"else if ({x} != 5)", (Line(f"{x} = {final};"),))
    clauses = [f"({x} == {p} && {{i}} {b.pick(('==', '==', '!='))} {b.below(4)})" for p in (1, 2, 3, 4)]
    text = " || ".join((f"{x} == 6", *clauses))
    facts = (Fact("some", f"({text})", frozenset((x,)), low, high), scalar(f"{x} != 5", x), scalar(f"{x} < 4", x))
    return Scene((*lines, kept), frozenset((x,)), facts, (declared,), "", frozenset(("automaton",)), True)


def rows(b: Builder, i: str, low: str, high: str) -> Scene:
    """A nest: the inner loop runs as far as the outer one, or its counter has another type."""
    a, k, c = b.array(50), b.name("k"), b.pick((1, 2))
    headers = (
        f"for (int {k} = 0; {k} < {high}; {k}++)",
        f"for (unsigned {k} = 0; {k} < -1; {k} += 0x{b.pick((55555555, 70000000))})",
        f"for (unsigned char {k} = 254; {k} != {b.pick((1, 2))}; {k}++)",
        f"for (signed char {k} = 126; {k} > 0; {k}++)",
        f"for (int {k} = -1; {k} < {b.pick(('1u', '1'))}; {k}++)",
        f"for (int {k} = 2; {k} >= 0; {k}--)",
    )
    head = b.pick((headers[0], *headers))
    cell = k if head == headers[0] and b.chance(70) else i
    reset: tuple[Node, ...] = (Line(f"{a}[{i}] = 0;"),) if cell == i else ()
    inside = (*reset, Halt(head, (Line(b.pick((f"{a}[{cell}] = {a}[{cell}] + {c};", f"{a}[{cell}] = {c};"))),), "", k))
    facts = tuple(cells(f"{a}[{{i}}] {op}", low, high, a) for op in (f"<= {c}", f"== {c}", f"== {2 * c}", "== 0"))
    before = (Halt(f"for (int {i} = 0; {i} < {high}; {i}++)", (Line(f"{a}[{i}] = 0;"),), "", i),) if not reset else ()
    return Scene(inside, frozenset((a,)), facts, before, features=frozenset(("nested",)))


def switches(b: Builder, i: str, low: str, high: str) -> Scene:
    """Straight-line code in front whose conditions change, around values that earlier loops left."""
    s = b.pick(b.scalars) if b.scalars else b.size
    x, declared = b.scalar(b.pick((s, "0")), prefix="x")
    c, condition = b.scalar("0", prefix="c")
    y, wanted = b.scalar(str(b.small()), prefix="y")
    choices: tuple[Node, ...] = (
        *(on(c, f"{x} = {b.small()};"), on(c, f"{y} = {x};"), on(f"!{c}", f"{y} = {x};")),
        *(Line(f"{c} = 1;"), Line(f"{c} = 1 - {c};"), Line(f"{x} = {s};"), on(f"{s} > {b.small()}", f"{c} = 1;")),
    )
    before = (declared, condition, wanted, *(b.pick(choices) for _ in range(b.pick((3, 4, 5)))))
    t = b.array(70)
    facts = (cells(f"{t}[{{i}}] == {b.small()}", low, high, t), cells(f"{t}[{{i}}] == {y}", low, high, t, y))
    return Scene((Line(f"{t}[{i}] = {y};"),), frozenset((t,)), facts, before, features=frozenset(("switches",)))


def sentinels(b: Builder, i: str, low: str, high: str) -> Scene:
    """One cell differs, at an unknown index."""
    a, c, p = b.array(60), b.small(), b.name("p")
    b.scalars.append(p)
    test = on(f"{i} == {p}", f"{a}[{i}] = {c + 1};")
    before: tuple[Node, ...] = (
        Line(f"int {p} = __VERIFIER_nondet_int();"),
        on(f"{p} < {low} || {p} >= {high}", "abort();"),
    )
    facts = (
        Fact("some", f"{a}[{{i}}] == {c + 1}", frozenset((a,)), b.pick((low, low, f"{low} + 1")), high),
        cells(f"({{i}} == {p} || {a}[{{i}}] == {c})", low, high, a, p),
        cells(f"{a}[{{i}}] == {c}", low, high, a),
    )
    return Scene((Line(f"{a}[{i}] = {c};"), test), frozenset((a,)), facts, before, features=frozenset(("planted",)))


def ends_later(b: Builder, i: str, low: str, high: str) -> Scene:
    """A loop that asserts, and one behind it that ends runs: a violation comes first, whatever comes behind it."""
    a, c = b.source(), b.small()
    op, worse = b.pick(((">=", "<"), ("<=", ">"), ("!=", "==")))
    claim = Line(f"__VERIFIER_assert({a}[{i}] {op} {c});")
    front = Halt(f"for (int {i} = {low}; {i} < {high}; {i}++)", (claim,), "", i)
    wider = c + b.pick((0, 0, 1)) if worse == "<" else c - b.pick((0, 0, 1)) if worse == ">" else c
    ending = on(f"{a}[{i}] {worse} {wider}", b.pick(("abort();", "return 0;")))
    facts = (cells(f"{a}[{{i}}] {op} {wider}", low, high, a),)
    features = frozenset(("inner assertion", "abort"))
    return Scene((ending,), frozenset(), facts, (front,), features=features)


HAZARDS: tuple[Maker, ...] = (
    *(
        first_seen,
        use_scalar,
        use_scalar,
        sets,
        stopper,
        sentinel,
        moving,
        neighbour,
        mirror,
        gaps,
        climbing,
        ends_runs,
    ),
    *(countdown, rest, reused, pinned, automaton, rows, rows, switches, sentinels, ends_later),
)
