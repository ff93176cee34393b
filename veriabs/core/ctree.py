"""Walks, substitutes and prints the core language; the one place where trees become C text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Unary, Var
from veriabs.core.operators import COMPARISONS, PRECEDENCE
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import INT, CType, FloatType, IntType

# ---------------------------------------------------------------------------------------------------------------- walk


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct operands of an expression."""
    match expr:
        case Const() | Var():
            return ()
        case Element(indices=indices):
            return indices
        case Unary(operand=operand) | Cast(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Conditional(test=test, then=then, orelse=orelse):
            return (test, then, orelse)


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything below it, outermost first."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def closure(start: Iterable[str], more: Callable[[frozenset[str]], Iterable[str]]) -> frozenset[str]:
    """The least set of names that has the start and all that `more` derives from it."""
    found = frozenset(start)
    while True:
        wider = found | frozenset(more(found))
        if wider == found:
            return found
        found = wider


def statements(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Every statement of a body, nested ones included, in textual order."""
    for stmt in body:
        yield stmt
        match stmt:
            case If(then=then, orelse=orelse):
                yield from statements(then)
                yield from statements(orelse)
            case Loop(body=inner, update=update):
                yield from statements(inner)
                yield from statements(update)
            case _:
                pass


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates (not those of nested statements)."""
    match stmt:
        case Assign(target=target, value=value):
            return (value, *children(target))
        case Havoc(target=target):
            return children(target)
        case If(test=test) | Loop(test=test) | Assert(test=test):
            return (test,)
        case Break() | Continue() | Halt():
            return ()


def fresh(base: str, taken: set[str]) -> str:
    """A name that the program does not have; it is taken from then on."""
    name = base
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def target_name(target: LValue) -> str:
    return target.name if isinstance(target, Var) else target.array


def names(expr: Expr) -> frozenset[str]:
    """Scalars and arrays that an expression reads."""
    found = set()
    for node in walk(expr):
        if isinstance(node, Var):
            found.add(node.name)
        elif isinstance(node, Element):
            found.add(node.array)
    return frozenset(found)


def reads_cell(expr: Expr) -> bool:
    """Does the expression read an array?"""
    return any(isinstance(node, Element) for node in walk(expr))


def reads(body: Iterable[Stmt]) -> frozenset[str]:
    """Scalars and arrays that a body may read."""
    return frozenset(name for stmt in statements(body) for expr in expressions(stmt) for name in names(expr))


def writes(body: Iterable[Stmt]) -> frozenset[str]:
    """Scalars and arrays that a body may write."""
    return frozenset(target_name(s.target) for s in statements(body) if isinstance(s, Assign | Havoc))


def has(body: Iterable[Stmt], *kinds: type) -> bool:
    """Is there a statement of one of the kinds anywhere in the body?"""
    return any(isinstance(stmt, kinds) for stmt in statements(body))


def continues(body: Iterable[Stmt]) -> bool:
    """Does the body contain a `continue` of its own loop?"""
    return any(_own_jump(stmt, Continue) for stmt in body)


def breaks(body: Iterable[Stmt]) -> bool:
    """Does the body contain a `break` of its own loop (not of a loop nested in it)?"""
    return any(_own_jump(stmt, Break) for stmt in body)


def _own_jump(stmt: Stmt, kind: type) -> bool:
    match stmt:
        case If(then=then, orelse=orelse):
            return any(_own_jump(inner, kind) for inner in (*then, *orelse))
        case _:
            return isinstance(stmt, kind)


# ---------------------------------------------------------------------------------------------------------- substitute


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with every scalar in `values` replaced."""
    return map_parts(expr, lambda part: values.get(part.name, part) if isinstance(part, Var) else part)


def transform(body: Iterable[Stmt], change: Callable[[Stmt], tuple[Stmt, ...]]) -> tuple[Stmt, ...]:
    """Rebuild a body bottom-up; `change` maps each rebuilt statement to its replacement."""
    return tuple(new for stmt in body for new in change(_rebuild(stmt, change)))


def _rebuild(stmt: Stmt, change: Callable[[Stmt], tuple[Stmt, ...]]) -> Stmt:
    match stmt:
        case If(then=then, orelse=orelse):
            return replace(stmt, then=transform(then, change), orelse=transform(orelse, change))
        case Loop(body=body, update=update):
            return replace(stmt, body=transform(body, change), update=transform(update, change))
        case _:
            return stmt


def elements_of(body: Iterable[Stmt]) -> list[Element]:
    """Every array access of a body, targets included, in textual order."""
    found: list[Element] = []
    for stmt in statements(body):
        exprs: list[Expr] = list(expressions(stmt))
        if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element):
            found.append(stmt.target)
        found += [node for expr in exprs for node in walk(expr) if isinstance(node, Element)]
    return found


def map_elements(body: Iterable[Stmt], change: Callable[[Element], Element]) -> tuple[Stmt, ...]:
    """The body with every array access replaced, innermost accesses first."""
    return map_expressions(body, lambda node: change(node) if isinstance(node, Element) else node)


def map_expressions(body: Iterable[Stmt], change: Callable[[Expr], Expr]) -> tuple[Stmt, ...]:
    """The body with every part of every expression replaced, innermost parts first; a target stays an access."""

    def target(old: LValue) -> LValue:
        new = old if isinstance(old, Var) else map_parts(old, change)
        assert isinstance(new, Var | Element)
        return new

    def stmt(old: Stmt) -> tuple[Stmt, ...]:
        match old:
            case Assign():
                return (replace(old, target=target(old.target), value=map_parts(old.value, change)),)
            case Havoc():
                return (replace(old, target=target(old.target)),)
            case If() | Loop() | Assert():
                return (replace(old, test=map_parts(old.test, change)),)
            case Break() | Continue() | Halt():
                return (old,)

    return transform(body, stmt)


def map_parts(old: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with every part replaced, innermost parts first."""
    match old:
        case Const() | Var():
            return change(old)
        case Element(indices=indices):
            return change(replace(old, indices=tuple(map_parts(index, change) for index in indices)))
        case Unary(operand=operand) | Cast(operand=operand):
            return change(replace(old, operand=map_parts(operand, change)))
        case Binary(left=left, right=right):
            return change(replace(old, left=map_parts(left, change), right=map_parts(right, change)))
        case Conditional(test=test, then=then, orelse=orelse):
            return change(Conditional(map_parts(test, change), map_parts(then, change), map_parts(orelse, change)))


def substitute_reads(body: Iterable[Stmt], values: Mapping[str, Expr]) -> tuple[Stmt, ...]:
    """The body with every scalar in `values` replaced where it is read; what is assigned stays."""
    if not values:
        return tuple(body)
    return map_expressions(body, lambda part: values.get(part.name, part) if isinstance(part, Var) else part)


# ------------------------------------------------------------------------------------------------------- build and fold


def integer(value: int, ctype: CType = INT) -> Const:
    return Const(value, ctype)


TRUE = integer(1)
FALSE = integer(0)


def conjunction(parts: Iterable[Expr]) -> Expr:
    """`a && b && ...`, or 1 for none."""
    result: Expr | None = None
    for part in parts:
        result = part if result is None else Binary("&&", result, part)
    return TRUE if result is None else result


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The operands of a chain of `&&`."""
    if isinstance(expr, Binary) and expr.op == "&&":
        return (*conjuncts(expr.left), *conjuncts(expr.right))
    return (expr,)


def negate(expr: Expr) -> Expr:
    """`!expr`, without a double negation where the operand is already a truth value."""
    if isinstance(expr, Unary) and expr.op == "!" and is_truth_value(expr.operand):
        return expr.operand
    return Unary("!", expr)


def is_truth_value(expr: Expr) -> bool:
    """Is the value 0 or 1 by C's rules?"""
    match expr:
        case Unary(op="!") | Var(type=IntType(name="_Bool")) | Element(type=IntType(name="_Bool")):
            return True
        case Binary(op=op):
            return op in COMPARISONS or op in ("&&", "||")
        case _:
            return False


# ---------------------------------------------------------------------------------------------------------------- print

_UNARY, _TERNARY, _PRIMARY = 12, 1, 13
_SUFFIX = {"unsigned int": "U", "long": "L", "unsigned long": "UL", "long long": "LL", "unsigned long long": "ULL"}


@dataclass(frozen=True, slots=True)
class Printer:
    """How names and jumps of the core language are spelled in one generated program.

    `scalar` spells a variable, `element` a cell from the array name and its printed, still separate indices, `havoc`
    a whole statement that makes its target arbitrary; `leave`, `proceed`, `block` and `violate` spell the jumps.
    `product` names a function to be called instead of an operator, or None.
    """

    scalar: Callable[[str], str] = str
    element: Callable[[Element, tuple[str, ...]], str] = lambda e, i: e.array + "".join(f"[{x}]" for x in i)
    havoc: Callable[[Havoc, str], str] = lambda stmt, target: f"{target} = {stmt.call or nondet(stmt.target.type)}();"
    leave: str = "break;"
    proceed: str = "continue;"
    block: str = "abort();"
    violate: Callable[[Assert, str], str] = lambda stmt, test: f"__VERIFIER_assert({test});"
    product: Callable[[Binary], str | None] = lambda expr: None

    def expr(self, expr: Expr, above: int = 0) -> str:
        """C text of an expression, with the parentheses that it needs below an operator of precedence `above`."""
        text, own = self._expr(expr)
        return f"({text})" if own < above else text

    def _expr(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Const():
                text = literal(expr)
                return text, _UNARY if text[0] == "-" else _PRIMARY
            case Var(name=name):
                return self.scalar(name), _PRIMARY
            case Element(indices=indices):
                return self.element(expr, tuple(self.expr(index) for index in indices)), _PRIMARY
            case Unary(op=op, operand=operand):
                inner = self.expr(operand, _UNARY)
                return (f"{op} {inner}" if inner[0] == op else op + inner), _UNARY
            case Cast(type=ctype, operand=operand):
                return f"({ctype.name}){self.expr(operand, _UNARY)}", _UNARY
            case Binary():
                return self._binary(expr)
            case Conditional(test=test, then=then, orelse=orelse):
                above = _TERNARY + 1
                return f"{self.expr(test, above)} ? {self.expr(then)} : {self.expr(orelse, _TERNARY)}", _TERNARY

    def _binary(self, expr: Binary) -> tuple[str, int]:
        op, left, right = expr.op, expr.left, expr.right
        function = self.product(expr)
        if function is not None:
            return f"{function}({self.expr(left)}, {self.expr(right)})", _PRIMARY
        own = PRECEDENCE[op]
        # gcc warns about && inside ||, so it gets parentheses that C does not need; so do the bit operators.
        inner = own if op in ("&&", "+", "*", "-", "/", "%") else own + 1
        if op in ("||", "&", "|", "^", "<<", ">>") and isinstance(left, Binary) and left.op != op:
            inner = _UNARY
        right_inner = _UNARY if op in ("||", "&", "|", "^", "<<", ">>") and isinstance(right, Binary) else own + 1
        if op in COMPARISONS:
            inner = right_inner = PRECEDENCE["<<"]
        return f"{self.expr(left, inner)} {op} {self.expr(right, right_inner)}", own

    def lines(self, body: Iterable[Stmt], depth: int = 1) -> list[str]:
        """C text of a body, one line a list item, indented by two spaces a level."""
        return [line for stmt in body for line in self._stmt(stmt, depth)]

    def _stmt(self, stmt: Stmt, depth: int) -> list[str]:
        pad = "  " * depth
        match stmt:
            case Assign(target=target, value=value):
                return [f"{pad}{self.expr(target)} = {self.expr(value)};"]
            case Havoc(target=target):
                return [pad + self.havoc(stmt, self.expr(target))]
            case If():
                return self._if(stmt, depth)
            case Loop(test=test, body=body, update=update):
                head = f"for (; {self.expr(test)}; {self._update(update)})" if update else f"while ({self.expr(test)})"
                return [f"{pad}{head} {{", *self.lines(body, depth + 1), pad + "}"]
            case Break():
                return [pad + self.leave]
            case Continue():
                return [pad + self.proceed]
            case Halt():
                return [pad + self.block]
            case Assert(test=test):
                return [pad + self.violate(stmt, self.expr(test))]

    def _if(self, stmt: If, depth: int) -> list[str]:
        pad = "  " * depth
        test, then, other = stmt.test, stmt.then, stmt.orelse
        if not then and other:
            test, then, other = negate(test), other, ()
        if len(then) == 1 and not other and not isinstance(then[0], If | Loop):
            return [f"{pad}if ({self.expr(test)}) {self.lines(then, 0)[0]}"]
        lines = [f"{pad}if ({self.expr(test)}) {{", *self.lines(then, depth + 1)]
        if other:
            lines += [pad + "} else {", *self.lines(other, depth + 1)]
        return [*lines, pad + "}"]

    def _update(self, update: tuple[Stmt, ...]) -> str:
        return ", ".join(line.strip().rstrip(";") for line in self.lines(update, 0))


def literal(const: Const) -> str:
    """C text of a constant with the suffix of its type; INT_MIN and LLONG_MIN have no literal of their own."""
    if isinstance(const.type, FloatType) or isinstance(const.value, float):
        text = repr(float(const.value))
        return text + "f" if const.type.name == "float" else text
    value, name = const.value, const.type.name
    suffix = _SUFFIX.get(name, "")
    if isinstance(const.type, IntType) and name in ("int", "long", "long long") and value == const.type.lowest:
        return f"({value + 1}{suffix} - 1)"
    text = f"{value}{suffix}"
    return text if name in ("int", *_SUFFIX) else f"({name}){text}" if value >= 0 else f"({name})({text})"


def nondet(ctype: CType) -> str:
    """Name of the function without body that returns an arbitrary value of the type."""
    return "nondet_" + ctype.name.strip("_").lower().replace(" ", "_")
