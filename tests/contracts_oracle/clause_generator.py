"""Random functions with contracts in ACSL or in CBMC's notation, and inputs for them.

Clauses are drawn as trees and printed with as few parentheses as the precedences of the notation allow, so a reader
with other precedences sees another clause. Each clause stands on a line of its own, by which oracles report it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct, field

HEAD = """\
typedef unsigned long size_t;
struct S { int a; unsigned char b; };
int g;
unsigned char ga[8];
double gd;
struct S gs;
"""
GLOBALS = {"g": "int", "gs.a": "int", "gs.b": "unsigned char", **{f"ga[{at}]": "unsigned char" for at in range(8)}}
CELLS = 4
"""The elements of every array that a parameter points to."""

VALUES = {
    "int": (0, 1, -1, 2, 3, 7, -8, 2147483647, -2147483648),
    "unsigned": (0, 1, 2, 5, 2147483648, 4294967295),
    "unsigned char": (0, 1, 2, 3, 128, 255),
    "long long": (0, 1, -1, 4, 9223372036854775807, -9223372036854775808, 4294967296),
    "size_t": (0, 1, 2, 3, 18446744073709551615, 9223372036854775808),
    "double": (0.0, 0.5, -1.5, 0.1, 3.0, 1e10),
}
_POOL = (
    (
        "int",
        ("int x", "int y"),
        ("return x;", "g = x; return y;", "ga[1] = (unsigned char)y; return (int)(x + 0u + y);"),
    ),
    (
        "unsigned",
        ("unsigned x", "unsigned char c"),
        ("return x + c;", "gs.a = c; return x;", "ga[3] += c; return x / 2;"),
    ),
    ("long long", ("long long x", "int y"), ("return y;", "gs.b = (unsigned char)y; return x < y ? x : y;")),
    ("size_t", ("size_t n", "unsigned char c"), ("return n + c;", "g = c; return c;", "ga[2] = c; return n;")),
    ("unsigned char", ("unsigned char c", "int x"), ("return c + 1;", "gs.b = c; return (unsigned char)x;")),
    ("double", ("double d", "int x"), ("return d;", "gd = d; return d * 2.0;", "gd = gd + 1.0; return d;")),
    ("int", ("int *a", "int n"), ("a[1] = a[0]; return n;", "a[0] = n; return a[2];", "g = a[3]; return a[1];")),
    ("void", ("struct S *p", "int x"), ("p->a = x;", "p->b = (unsigned char)x; g = p->a;", "ga[0] = p->b;")),
)


class Tree(Struct, frozen=True):
    """An operator with its operands, or an atom; `kind` is `int`, `real` or `bool`, and `ctype` an atom's type."""

    op: str
    args: tuple[Tree, ...] = ()
    text: str = ""
    kind: str = "int"
    ctype: str = ""


class Spelling(Struct, frozen=True):
    """The words of a reader of clauses: precedences (the weakest first), history, the result, quantifiers."""

    levels: tuple[tuple[str, ...], ...]
    old: Callable[[str, str], str]
    result: str
    quantified: Callable[[str, str, str], str]
    binds: bool


class Clause(Struct, frozen=True):
    """A clause of a kind (requires, ensures, assumes, complete, disjoint) in a behavior, if that is not empty."""

    kind: str
    tree: Tree
    behavior: str = ""


class Function(Struct, frozen=True):
    """A function, its contract, and its inputs: for each one the values of the parameters, cells and globals."""

    name: str
    returns: str
    parameters: tuple[tuple[str, str], ...]
    body: str
    clauses: tuple[Clause, ...]
    inputs: tuple[dict[str, int | float], ...]

    def head(self) -> str:
        return f"{self.returns} {self.name}({', '.join(f'{ctype} {name}' for ctype, name in self.parameters)})"


_HIGH = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_EQUAL, _LESS = ("==", "!="), ("<", "<=", ">", ">=")
_BITS = (("|",), ("^",), ("&",))
_ACSL_LEVELS = (
    *((op,) for op in ("?:", "<==>", "==>", "||", "^^", "&&", "<-->", "-->")),
    *_BITS,
    (*_EQUAL, *_LESS, "chain"),
    *_HIGH,
)
_C_LEVELS = (("?:",), ("<==>",), ("==>",), ("||",), ("&&",), *_BITS, _EQUAL, _LESS, *_HIGH)
ACSL = Spelling(
    _ACSL_LEVELS,
    lambda text, ctype: f"\\old({text})",
    "\\result",
    lambda op, name, body: f"\\{op} integer {name}; {body}",
    True,
)
CPROVER = Spelling(
    _C_LEVELS,
    lambda text, ctype: f"__CPROVER_old({text})",
    "__CPROVER_return_value",
    lambda op, name, body: f"__CPROVER_{op} {{ int {name}; {body} }}",
    False,
)
_UNARY = ("-", "~", "!", "cast")


def printed(tree: Tree, spelling: Spelling) -> str:
    """The text of a clause with as few parentheses as possible."""
    return _shown(tree, spelling, 0, last=True)


def _shown(tree: Tree, spelling: Spelling, least: int, *, last: bool) -> str:
    """In parentheses if the operator binds weaker than `least`, or if it would reach beyond its place."""
    if tree.op in ("forall", "exists", "let"):
        body = _shown(tree.args[-1], spelling, 0, last=True)
        if tree.op == "let":
            return _inside(f"\\let {tree.text} = {_shown(tree.args[0], spelling, 0, last=True)}; {body}", not last)
        return _inside(spelling.quantified(tree.op, tree.text, body), not last and spelling.binds)
    if not tree.args:
        return spelling.result if tree.op == "result" else tree.text
    if tree.op == "old":
        return spelling.old(_shown(tree.args[0], spelling, 0, last=True), tree.args[0].ctype)
    level = _level(tree, spelling)
    outer = level < least
    return _inside(_operation(tree, spelling, level, last=last or outer), outer)


def _inside(text: str, parentheses: bool) -> str:
    return f"({text})" if parentheses else text


def _level(tree: Tree, spelling: Spelling) -> int:
    if tree.op in _UNARY and len(tree.args) == 1:
        return len(spelling.levels)
    return next(at for at, ops in enumerate(spelling.levels) if tree.op in ops)


def _operation(tree: Tree, spelling: Spelling, level: int, *, last: bool) -> str:
    if level == len(spelling.levels):
        sign = f"({tree.text})" if tree.op == "cast" else tree.op
        operand = _shown(tree.args[0], spelling, level, last=False)
        return f"{sign}{' ' * (sign[-1] == operand[0] == '-')}{operand}"
    if tree.op == "?:":
        test, first, second = tree.args
        parts = _shown(test, spelling, 1, last=False), _shown(first, spelling, 0, last=True)
        return f"{parts[0]} ? {parts[1]} : {_shown(second, spelling, 0, last=last)}"
    if tree.op == "chain":
        operands = [_shown(one, spelling, level + 1, last=False) for one in tree.args]
        return operands[0] + "".join(
            f" {sign} {one}" for sign, one in zip(tree.text.split(), operands[1:], strict=True)
        )
    right = tree.op in ("==>", "-->")
    chains = tree.op in (*_EQUAL, *_LESS) and spelling.binds
    left = _shown(tree.args[0], spelling, level + (right or chains), last=False)
    return f"{left} {tree.op} {_shown(tree.args[1], spelling, level + (not right), last=last)}"


class _Drawer(Struct):
    """Draws clauses over the names of a function; behind the call with its result and old values."""

    random: Random
    exact: bool
    ints: list[tuple[str, str]]
    reals: list[str]
    arrays: list[tuple[str, int]]
    result: str = ""
    after: bool = False
    bits: bool = False
    bound: list[str] = field(default_factory=list)
    named: int = 0

    def clause(self, depth: int) -> Tree:
        """In ACSL most clauses have no bits and casts, as E-ACSL does not decide those that do."""
        self.bits = not self.exact or self.random.random() < 0.2
        return self.predicate(depth)

    def predicate(self, depth: int) -> Tree:
        draw = self.random.random()
        if depth == 0 or draw < 0.3:
            return self._comparison(min(depth, 2))
        if draw < 0.75:
            op = self.random.choice(["&&", "||", "==>", "<==>", "&&", "||", "==>", *(["^^"] if self.exact else [])])
            return Tree(op, (self.predicate(depth - 1), self.predicate(depth - 1)), kind="bool")
        if draw < 0.82:
            return Tree("!", (self.predicate(depth - 1),), kind="bool")
        if draw < 0.87:
            return Tree("?:", tuple(self.predicate(depth - 1) for _ in range(3)), kind="bool")
        if draw < 0.9 and self.exact:
            return self._let(depth)
        return self._quantifier(depth) if len(self.bound) < 2 else self._comparison(1)

    def _let(self, depth: int) -> Tree:
        self.named += 1
        name, value = f"k{self.named}", self.integer(2)
        self.ints.append((name, "let"))
        body = self.predicate(depth - 1)
        self.ints.pop()
        return Tree("let", (value, body), name, "bool")

    def _quantifier(self, depth: int) -> Tree:
        """Over a range with numbers or earlier variables as bounds; a guard may follow."""
        self.named += 1
        name, (array, size) = f"i{self.named}", self.random.choice(self.arrays)
        low = Tree("atom", text=self.random.choice(["0", "1", *self.bound]))
        high, below = Tree("atom", text=str(self.random.randint(2, size))), self.random.choice(["<", "<="])
        if below == "<=":
            high = Tree("atom", text=str(int(high.text) - 1))
        index = Tree("atom", text=name)
        ends = Tree("<=", (low, index), kind="bool"), Tree(below, (index, high), kind="bool")
        chain = Tree("chain", (low, index, high), f"<= {below}", "bool")
        inside = chain if self.exact and self.random.random() < 0.7 else Tree("&&", ends, kind="bool")
        self.bound.append(name)
        self.ints.extend([(name, "bound"), (f"{array}[{name}]", "cell")])
        body = self.predicate(depth - 1)
        if self.random.random() < 0.3:
            body = Tree("==>", (self._comparison(1), body), kind="bool")
        del self.ints[-2:]
        self.bound.pop()
        op = self.random.choice(["forall", "exists"])
        if op == "forall" and body.op == "==>" and self.random.random() < 0.5:
            inside, body = Tree("&&", (inside, body.args[0]), kind="bool"), body.args[1]
        return Tree(op, (Tree("==>" if op == "forall" else "&&", (inside, body), kind="bool"),), name, "bool")

    def _comparison(self, depth: int) -> Tree:
        if self.reals and self.random.random() < 0.6:
            return Tree(self.random.choice([*_EQUAL, *_LESS]), (self._real(depth), self._real(0)), kind="bool")
        if self.exact and self.random.random() < 0.35:
            signs = [self.random.choice(self.random.choice([("<", "<=", "=="), (">", ">=", "==")])) for _ in range(1)]
            same = ("<", "<=", "==") if signs[0] in ("<", "<=") else (">", ">=", "==")
            signs += [self.random.choice(same) for _ in range(self.random.randint(1, 2))]
            return Tree("chain", tuple(self.integer(depth) for _ in range(len(signs) + 1)), " ".join(signs), "bool")
        op = self.random.choice([*_EQUAL, *_LESS])
        if not self.exact and self.random.random() < 0.2:
            return Tree(op, (self._comparison(0), self._comparison(0)), kind="bool")
        return Tree(op, (self.integer(depth), self.integer(depth)), kind="bool")

    def _real(self, depth: int) -> Tree:
        if depth and self.random.random() < 0.5:
            return Tree(self.random.choice("+-*"), (self._real(depth - 1), self._real(0)), kind="real")
        atom = self.random.choice(["0.5", "2.0", "1.25", *self.reals])
        if self.after and self.result == "double" and self.random.random() < 0.4:
            return Tree("result", kind="real")
        tree = Tree("atom", text=atom, kind="real", ctype="double")
        old = self.after and not atom[0].isdigit() and self.random.random() < 0.3
        return Tree("old", (tree,), kind="real") if old else tree

    def integer(self, depth: int) -> Tree:
        draw = self.random.random()
        if depth == 0 or draw < 0.3:
            return self._atom()
        if draw < 0.8:
            op = self.random.choice(self._operators())
            right = self.integer(depth - 1)
            if op in ("/", "%", "<<", ">>"):
                right = Tree("atom", text=str(self.random.randint(1, 3)))
            return Tree(op, (self._operand(op, depth), right))
        if draw < 0.85:
            return Tree(self.random.choice("-~" if self.bits else "-"), (self.integer(depth - 1),))
        if draw < 0.93 and self.bits:
            ctype = self.random.choice(["int", "unsigned char", "long long", "unsigned"])
            return Tree("cast", (self.integer(depth - 1),), ctype)
        return Tree("?:", (self._comparison(0), self.integer(depth - 1), self.integer(depth - 1)))

    def _operators(self) -> list[str]:
        bits = ["&", "|", "^", "<<", ">>", *(["-->", "<-->"] if self.exact else [])]
        return ["+", "-", "*", "/", "%", *(bits if self.bits else [])]

    def _operand(self, op: str, depth: int) -> Tree:
        """The left operand; in C now and then a comparison, which is a number there."""
        if not self.exact and op in ("&", "|", "^", "+") and self.random.random() < 0.2:
            return self._comparison(0)
        return self.integer(depth - 1)

    def _atom(self) -> Tree:
        draw = self.random.random()
        if draw < 0.3:
            return Tree("atom", text=str(self.random.choice([0, 1, 2, 3, 7, 255, 2147483647, 4294967295])))
        if self.after and self.result not in ("", "void", "double") and draw < 0.45:
            return Tree("result")
        text, ctype = self.random.choice(self.ints)
        tree = Tree("atom", text=text, ctype=ctype)
        plain = ctype not in ("bound", "let", "cell")
        if self.after and plain and draw > 0.75:
            return (
                Tree("old", (Tree("+", (tree, self._number())),)) if self.exact and draw > 0.9 else Tree("old", (tree,))
            )
        return tree

    def _number(self) -> Tree:
        return Tree("atom", text=str(self.random.randint(1, 5)))


def functions(seed: int, clauses: int, *, exact: bool) -> list[Function]:
    """Functions with at least that many clauses in all, of ACSL if `exact`, else in CBMC's notation."""
    random, found, count = Random(f"{seed} {exact}"), list[Function](), 0
    while count < clauses:
        found.append(_function(random, f"f{len(found)}", exact=exact))
        count += len(found[-1].clauses)
    return found


def _function(random: Random, name: str, *, exact: bool) -> Function:
    returns, declared, bodies = random.choice(_POOL)
    parameters = tuple((one[: one.rindex(" ") + 1].strip(), one.split()[-1]) for one in declared)
    parameters = tuple((f"{ctype} *", n[1:]) if n.startswith("*") else (ctype, n) for ctype, n in parameters)
    drawer = _Drawer(random, exact, list(GLOBALS.items())[:6], [], [("ga", 8)], returns)
    for ctype, own in parameters:
        if ctype == "double":
            drawer.reals += [own, "gd"]
        elif ctype == "int *":
            drawer.arrays.append((own, CELLS))
            drawer.ints += [(f"{own}[{at}]", "int") for at in range(CELLS)]
        elif ctype == "struct S *":
            drawer.ints += [(f"{own}->a", "int"), (f"{own}->b", "unsigned char")]
        else:
            drawer.ints += [(own, ctype)] * 3
    clauses = [Clause("requires", drawer.clause(random.randint(1, 3))) for _ in range(random.randint(1, 2))]
    drawer.after = True
    clauses += [Clause("ensures", drawer.clause(random.randint(1, 4))) for _ in range(random.randint(1, 4))]
    if exact and random.random() < 0.4:
        clauses += _behaviors(drawer)
    return Function(name, returns, parameters, random.choice(bodies), tuple(clauses), _inputs(random, parameters))


def _behaviors(drawer: _Drawer) -> list[Clause]:
    found, assumed = list[Clause](), list[Tree]()
    for behavior in ("one", "two"):
        drawer.after = False
        assumed.append(drawer.clause(1))
        found.append(Clause("assumes", assumed[-1], behavior))
        found.append(Clause("requires", drawer.clause(2), behavior))
        drawer.after = True
        found.append(Clause("ensures", drawer.clause(2), behavior))
    return found


def _inputs(random: Random, parameters: tuple[tuple[str, str], ...]) -> tuple[dict[str, int | float], ...]:
    return tuple(_input(random, parameters) for _ in range(4))


def _input(random: Random, parameters: tuple[tuple[str, str], ...]) -> dict[str, int | float]:
    found: dict[str, int | float] = {name: _drawn(random, ctype) for name, ctype in GLOBALS.items()}
    found["gd"] = _drawn(random, "double")
    for ctype, name in parameters:
        if ctype == "int *":
            found |= {f"{name}[{at}]": _drawn(random, "int") for at in range(CELLS)}
        elif ctype == "struct S *":
            found |= {f"{name}->a": _drawn(random, "int"), f"{name}->b": _drawn(random, "unsigned char")}
        else:
            found[name] = _drawn(random, ctype)
    return found


def _drawn(random: Random, ctype: str) -> int | float:
    return random.choice(VALUES[ctype][:4] if random.random() < 0.5 else VALUES[ctype])
