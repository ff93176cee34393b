"""Random programs with aggregates and nested loops, and assertions that hold at small sizes at least.

A program is made without any assertion. Native runs say what its variables hold; polynomials are laid through the
values at four sizes, simple relations are tried out, and what holds at the smallest sizes is asked of the tool. Many of
these assertions are true, and many hold at small sizes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from math import lcm
from random import Random

HEAD = """extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned int __VERIFIER_nondet_uint(void);
"""
LARGEST = 100
_COLUMNS = "  "
_KINDS = ("write", "write", "update", "sum", "sum", "sum", "count", "extreme", "guarded", "scalar", "nested", "nested")
_KINDS += ("input", "step", "chain", "flag", "first", "swap", "early", "other", "carry")
_HEADERS = (("0", "n", "++"),) * 3 + (("1", "n", "++"), ("0", "n - 1", "++"), ("0", "m", "++"), ("m", "n", "++"))
_HEADERS += (("0", "n", " += 2"), ("1", "n", " += 2"), ("0", "n", " += 3"), ("1", "n - 1", "++"), ("0", "m + 1", "++"))
_INPUT = "__VERIFIER_nondet_short()"


@dataclass
class Maker:
    """Makes one program; `where` are the loop counters in scope, with whether they start behind the first cell."""

    random: Random
    least: int = 0
    wide: bool = False
    outside: bool = True
    unsigned: bool = False
    lines: list[str] = field(default_factory=list)
    loops: int = 0

    @property
    def cell(self) -> str:
        return "long long" if self.wide else "unsigned int" if self.unsigned else "int"

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def number(self) -> str:
        return self.pick("0", "1", "1", "2", "2", "3", "5", "7", "10")

    # ------------------------------------------------------------------------------------------------ expressions

    def value(self, i: str, depth: int = 0) -> str:
        """An expression of cell type."""
        a, s = self.array(), self.scalar()
        if depth < 2 and self.chance(55):
            left, right = self.value(i, depth + 1), self.value(i, depth + 1)
            simple = self.number()
            shapes = (f"{left} + {right}", f"{left} - {right}", f"{left} + {simple}", f"{simple} * ({left})")
            shapes += (f"({self.test(i)} ? {left} : {right})", f"{left} - {simple}", f"-({left})")
            shapes += (f"{self.pick(i, f'({i} - 1)', f'({i} - {simple})')} * ({left})",)
            return self.random.choice(shapes)
        shapes = (self.number(), i, i, f"{a}[{i}]", f"{a}[{i}]", s, "n", "m", f"{a}[{self.index(i)}]", f"{i} * {i}")
        shapes += (f"{i} % {self.pick('2', '3')}", f"{i} / 2")
        return self.random.choice(shapes)

    def index(self, i: str) -> str:
        return self.pick(i, i, i, f"n - 1 - {i}", f"{i} - 1", f"{i} + 1", "0", "n - 1", f"2 * {i}", f"{i} / 2")

    def test(self, i: str) -> str:
        a, s, c = self.array(), self.scalar(), self.number()
        tests: tuple[str, ...] = (f"{s} == {self.pick('n', 'm', c, self.scalar())}",)
        tests += (f"{s} {self.pick('<', '>=')} {self.pick('n', c, i)}",)
        tests += (f"{a}[{i}] {self.pick('<', '==', '>', '!=', '>=')} {self.pick(c, s, i, self.array() + f'[{i}]')}",)
        tests += (f"{i} {self.pick('<', '==', '>=', '!=')} {self.pick(c, 'm', 'n - 1', '1', '0')}", f"{i} % 2 == {c}")
        moved, divisor = self.pick(i, i, f"({i} - 7)", f"3 * {i}"), self.pick("5", "9", "12")
        tests += (f"{moved} % {divisor} {self.pick('==', '<=')} {c}",)
        return self.random.choice(tests)

    def array(self) -> str:
        return self.pick("a", "a", "b", "c")

    def scalar(self) -> str:
        return self.pick("s", "s", "t", "u")

    # ------------------------------------------------------------------------------------------------- statements

    def statement(self, i: str, indent: str, depth: int = 0) -> None:
        a, s = self.array(), self.scalar()
        match self.random.choice(_KINDS):
            case "write":
                self.line(indent, f"{a}[{i}] = {self.value(i)};")
            case "update":
                self.line(indent, f"{a}[{i}] = {a}[{i}] {self.pick('+', '-', '+')} {self.value(i, 1)};")
            case "sum":
                self.line(indent, f"{s} = {s} {self.pick('+', '-', '+')} {self.value(i, 1)};")
            case "count":
                self.line(indent, f"if ({self.test(i)}) {s} = {s} + 1;")
            case "extreme":
                self.line(indent, f"if ({a}[{i}] {self.pick('>', '<')} {s}) {s} = {a}[{i}];")
            case "scalar":
                self.line(indent, f"{s} = {self.value(i)};")
            case "input":
                self.line(indent, f"{a}[{i}] = __VERIFIER_nondet_short();")
            case "step":
                self.line(indent, f"{s} += {self.number()};")
            case "chain":
                self.line(indent, f"if ({i} > 0) {a}[{i}] = {a}[{i} - 1] + {self.value(i, 1)};")
            case "flag":
                self.line(indent, f"if ({self.test(i)}) {s} = {self.number()};")
            case "first":
                self.line(indent, f"if ({s} == -1 && {self.test(i)}) {s} = {i};")
            case "swap":
                self.line(indent, f"u = {a}[{i}]; {a}[{i}] = b[{i}]; b[{i}] = u;")
            case "carry" if depth < 2:
                self.line(indent, f"{s} = {s} + 1;")
                self.line(indent, f"if ({s} {self.pick('==', '>', '>=')} {self.number()}) {{")
                self.line(indent + _COLUMNS, f"{s} = 0;")
                self.statement(i, indent + _COLUMNS, depth + 1)
                self.line(indent, "}")
            case "early" if depth == 0 and self.chance(40):
                stop = self.pick("break;", "abort();", "continue;")
                self.line(indent, f"if ({self.test(i)}) {stop}")
            case "other":
                self.line(indent, f"{a}[{self.index(i)}] {self.pick('=', '+=', '=')} {self.value(i, 1)};")
            case "guarded" if depth < 2:
                self.line(indent, f"if ({self.test(i)}) {{")
                self.statement(i, indent + _COLUMNS, depth + 1)
                if self.chance(50):
                    self.line(indent, "} else {")
                    self.statement(i, indent + _COLUMNS, depth + 1)
                self.line(indent, "}")
            case "nested" if depth < 1:
                self.loop(indent, i)
            case _:
                self.line(indent, f"{s} = {s} + {a}[{i}];")

    def line(self, indent: str, text: str) -> None:
        self.lines.append(indent + text)

    def loop(self, indent: str = "  ", outer: str = "") -> None:
        self.loops += 1
        i = f"{'j' if outer else 'i'}{self.loops}"
        head = self.header(i, outer)
        if self.chance(20):
            self.line(indent, f"{self.scalar()} = {self.number()};")
        self.line(indent, head + " {")
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3) if not outer else (1, 1, 1, 2))):
            if outer and self.chance(60):
                self.accumulate(outer, i, indent + _COLUMNS)
            else:
                self.statement(i, indent + _COLUMNS, 1 if outer else 0)
        self.line(indent, "}")

    def accumulate(self, i: str, j: str, indent: str) -> None:
        a, b, s = self.array(), self.array(), self.scalar()
        added = self.pick("1", self.number(), i, j, f"{b}[{j}]", f"{b}[{i}]", s, f"{i} + {j}", f"{i} * {j}", "m")
        target = self.pick(f"{a}[{i}]", f"{a}[{j}]", s, s)
        self.line(indent, f"{target} = {target} {self.pick('+', '+', '-')} {added};")

    def header(self, i: str, outer: str) -> str:
        up = _HEADERS
        if outer:
            up += (("0", outer, "++"), (outer, "n", "++"), ("0", f"{outer} + 1", "++"), (f"{outer} + 1", "n", "++")) * 2
            up += (("0", f"n - {outer}", "++"),)
        low, high, step = self.random.choice(up)
        if self.chance(12) and step == "++":
            return f"for (int {i} = {high} - 1; {i} >= {low}; {i}--)"
        if self.chance(4):
            high = self.pick("s", "t", f"n - {i}", "b[0]", "n / 2", "n / 2")
        return f"for (int {i} = {low}; {i} < {high}; {i}{step})"

    # --------------------------------------------------------------------------------------------------- the whole

    def program(self) -> Draft:
        where = f"{self.cell} a[N], b[N], c[N];\n"
        begin = ["int n = __VERIFIER_nondet_int();", f"if (n < {self.least} || n > N) abort();"]
        begin += ["int m = __VERIFIER_nondet_int();", f"if (m < 0 || m > {self.pick('n', 'n', '6', '0')}) abort();"]
        begin += [] if self.outside else [f"{self.cell} a[n], b[n], c[n];"]
        kind = "long long" if self.wide or self.chance(30) else self.cell
        begin.append(f"{kind} " + ", ".join(f"{name} = {self.start()}" for name in "stu") + ";")
        if self.chance(25):
            begin.append(f"{self.scalar()} = {self.pick('-1', '__VERIFIER_nondet_short()', 'n', 'a[0]')};")
        for name in "abc":
            if not self.outside or self.chance(60):
                self.fill(name)
        for _ in range(self.random.choice((1, 2, 2, 2, 3, 3, 4))):
            self.loop()
        head = f"{HEAD}#define N {LARGEST}\n{where if self.outside else ''}int main(void) {{\n"
        return Draft(head + "".join(f"  {line}\n" for line in begin) + "\n".join(self.lines) + "\n", self.least)

    def start(self) -> str:
        return self.number() if self.chance(30) else "0"

    def fill(self, name: str) -> None:
        self.loops += 1
        i = f"i{self.loops}"
        values = ("0", "1", i, f"2 * {i} + 1", f"{i} * {i}", _INPUT, _INPUT, f"n - {i}")
        self.line("  ", f"for (int {i} = 0; {i} < n; {i}++)")
        self.line("    ", f"{name}[{i}] = {self.random.choice(values)};")


@dataclass(frozen=True, slots=True)
class Draft:
    """A program without assertions."""

    text: str
    least: int

    def looked_at(self) -> str:
        """The program that reports the values of its variables."""
        lines = [f'  fuzz_value("{name}", (long long){name});' for name in "stu"]
        for name in "abc":
            line = f"  for (int x = 0; x < n && n <= 9; x++) {{ char q[3] = {{'{name}', '0' + x, 0}}; "
            lines.append(line + f"fuzz_value(q, (long long){name}[x]); }}")
        return self.text + "\n".join(lines) + "\n  return 0;\n}\n"

    def checked(self, claims: Sequence[str]) -> str:
        """The program with all claims at its end, each reported separately."""
        lines = []
        for number, claim in enumerate(claims, 1):
            lines.append(f"  fuzz_begin({number}); if (!_setjmp(fuzz_here)) {{ {claim} }} fuzz_end({number});")
        return self.text + "\n".join(lines) + "\n  return 0;\n}\n"

    def asserted(self, claim: str) -> str:
        return f"{self.text}  {claim}\n  return 0;\n}}\n"


def draft(random: Random) -> Draft:
    outside = random.random() < 0.5
    least = random.choice((0, 1, 2) if outside else (1, 1, 2))
    kind = random.random()
    return Maker(random, least, kind < 0.3, outside, 0.3 <= kind < 0.36).program()


# -------------------------------------------------------------------------------------------------------------- claims

MOST_CLAIMS = 100
_RELATIONS = ("{s} == {t}", "{s} + {t} == n", "{s} == {t} + n", "{s} <= {t}", "{s} == 2 * {t}", "{s} == -{t}")
_RELATIONS += ("{s} - {t} == m", "{s} + {t} == m", "{s} == {t} + 1", "{s} != {t}")
_SCALARS = ("{s} >= 0", "{s} <= n", "{s} == n", "{s} == m", "{s} == 0", "{s} != 3", "{s} <= m", "{s} == n * n")
_SCALARS += ("{s} == n * m", "2 * {s} == n * (n - 1)", "2 * {s} == n * (n + 1)", "{s} == 2 * n", "{s} == n + m")
_SCALARS += ("{s} < n || n == 0", "{s} >= n", "{s} == a[0]", "{s} == b[n - 1]", "{s} <= 1", "n == 0 || {s} == n - 1")
_CELLS = ("{a}[x] == {b}[x]", "{a}[x] <= {b}[x]", "{a}[x] == {b}[n - 1 - x]", "{a}[x] == {s}", "{a}[x] <= {s}")
_CELLS += ("{a}[x] == 0", "{a}[x] >= 0", "{a}[x] == x", "{a}[x] == n", "{a}[x] == {b}[x] + {s}", "{a}[x] == {a}[0]")
_CELLS += ("x == 0 || {a}[x] >= {a}[x - 1]", "x == 0 || {a}[x] == {a}[x - 1] + {b}[x]", "{a}[x] <= n", "{a}[x] >= x")
_CELLS += ("{a}[x] == x + 1", "{a}[x] == 2 * {b}[x]", "{a}[x] == n - 1 - x", "{a}[x] == -{b}[x]", "{a}[x] == m")
_CELLS += ("{a}[x] <= 9", "{a}[x] != 3", "{a}[x] >= {s}")


def claims(random: Random, made: Draft, values: Sequence[tuple[int, str, int]]) -> list[str]:
    """Assertions that may hold: polynomials through the observed values, and relations."""
    found = [_claim(random, text) for text in _fitted(made, values)]
    pairs, names = list(permutations("stu", 2)), list(permutations("abc", 2))
    texts = [text.format(s=s, t=t) for text in _RELATIONS for s, t in pairs]
    texts += [text.format(s=s) for text in _SCALARS for s in "stu"]
    cells = [text.format(a=a, b=b, s=random.choice("stu")) for text in _CELLS for a, b in names]
    random.shuffle(texts)
    random.shuffle(cells)
    found += [_claim(random, text) for text in texts[:35] + cells[:45]]
    return found[:MOST_CLAIMS]


_SINGLE = ("n > 0 && {a}[0] == {c}", "n > 0 && {a}[n - 1] != {c}", "m < n && {a}[m] <= {c}", "n > 2 && {a}[2] > {c}")
_SINGLE += ("{s} == {c}", "{s} > {c}", "n > 0 && {a}[0] == {b}[n - 1]")


def _claim(random: Random, text: str) -> str:
    """An assertion of a scalar, or of every cell, or of some cell that is chosen by an input; or where a cell is so."""
    unless = ""
    if random.random() < 0.25:
        a, b = random.sample("abc", 2)
        where = random.choice(_SINGLE).format(a=a, b=b, s=random.choice("stu"), c=random.randrange(4))
        unless = f"if ({where}) "
    if "[x" not in text:
        return f"{unless}__VERIFIER_assert({text});"
    if random.random() < 0.2:
        return f"int x = __VERIFIER_nondet_int(); {unless}if (x >= 0 && x < n) __VERIFIER_assert({text});"
    return f"{unless}for (int x = 0; x < n; x++) __VERIFIER_assert({text});"


def _fitted(made: Draft, values: Sequence[tuple[int, str, int]]) -> list[str]:
    """Polynomials in the size through scalars and first cells, and in the index through cells."""
    seen: dict[tuple[str, int], set[int]] = {}
    for size, name, value in values:
        seen.setdefault((name, size), set()).add(value)
    only = {key: min(held) for key, held in seen.items() if len(held) == 1}
    unless = "n < 2 || " if made.least < 2 else ""
    found: list[str] = []
    for name, place in (("s", "s"), ("t", "t"), ("u", "u"), ("a[0]", "a0"), ("b[0]", "b0"), ("c[0]", "c0")):
        points = [(n, only[place, n]) for n in range(2, 6) if (place, n) in only]
        found += [unless + _polynomial(name, "n", points)] if len(points) == 4 else []
    for name in "abc":
        for size in (6, 4):
            points = [(k, only[f"{name}{k}", size]) for k in range(3) if (f"{name}{k}", size) in only]
            found += [_polynomial(f"{name}[x]", "x", points)] if len(points) == 3 else []
    return found


def _polynomial(left: str, variable: str, points: Sequence[tuple[int, int]]) -> str:
    """`d * left == polynomial` through the points, in long long."""
    factors = _coefficients([(Fraction(x), Fraction(y)) for x, y in points])
    whole = lcm(*(factor.denominator for factor in factors))
    powers = [(int(factor * whole), power) for power, factor in enumerate(factors) if factor]
    terms = [" * ".join([f"{factor}LL", *[variable] * power]) for factor, power in powers]
    return f"{whole}LL * {left} == {' + '.join(terms) or '0'}"


def _coefficients(points: list[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """Lagrange."""
    total = [Fraction(0)] * len(points)
    for x, y in points:
        basis = [Fraction(1)]
        for other, _ in points:
            if other != x:
                shifted = [Fraction(0), *basis]
                basis = [(a - other * b) / (x - other) for a, b in zip(shifted, [*basis, Fraction(0)], strict=True)]
        total = [old + y * new for old, new in zip(total, basis, strict=True)]
    return total
