"""Print the core language as C text; no other module does this."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from veriabs.core.ctree import negate
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS, PRECEDENCE
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Block,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    Goto,
    Halt,
    Havoc,
    HavocArray,
    If,
    Label,
    Loop,
    Stmt,
)
from veriabs.core.types import CType, FloatType, IntType

_UNARY, _TERNARY, _PRIMARY, _ARGUMENT = 12, 1, 13, 1
_SUFFIX = {"unsigned int": "U", "long": "L", "unsigned long": "UL", "long long": "LL", "unsigned long long": "ULL"}


class Printer(Struct, frozen=True):
    """How one generated program spells names and jumps of the core language.

    - `scalar` spells a variable, `element` a cell (from its array and the printed indices).
    - `havoc` is the statement that makes its target arbitrary, `check` the statement of a check.
    - `leave`, `proceed`, `block` and `violate` spell break, continue, the end of a run, and a violated assertion.
    - `product` names a function that is called instead of an operator, or is None.
    """

    scalar: Callable[[str], str] = str
    element: Callable[[Element, tuple[str, ...]], str] = lambda e, i: e.array + "".join(f"[{x}]" for x in i)
    havoc: Callable[[Havoc, str], str] = lambda stmt, target: f"{target} = {stmt.call or nondet(stmt.target.type)}();"
    leave: str = "break;"
    proceed: str = "continue;"
    block: str = "abort();"
    violate: Callable[[Assert, str], str] = lambda stmt, test: f"__VERIFIER_assert({test});"
    check: Callable[[Check, str], str] = lambda stmt, test: f'__CPROVER_assert({test}, "{stmt.text}");'
    product: Callable[[Binary], str | None] = lambda expr: None

    def expr(self, expr: Expr, above: int = 0) -> str:
        """C text of an expression, parenthesised if an operator of precedence `above` around it requires that."""
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
                return (f"{op} {inner}" if op == inner[0] == "-" else op + inner), _UNARY
            case Cast(type=ctype, operand=operand):
                return f"({ctype.name}){self.expr(operand, _UNARY)}", _UNARY
            case Binary():
                return self._binary(expr)
            case Conditional(test=test, then=then, orelse=orelse):
                above = _TERNARY + 1
                return f"{self.expr(test, above)} ? {self.expr(then)} : {self.expr(orelse, _TERNARY)}", _TERNARY
            case Apply(function=function, arguments=arguments):
                return f"{function}({', '.join(self.expr(argument, _ARGUMENT) for argument in arguments)})", _PRIMARY

    def _binary(self, expr: Binary) -> tuple[str, int]:
        op, left, right = expr.op, expr.left, expr.right
        function = self.product(expr)
        if function is not None:
            return f"{function}({self.expr(left)}, {self.expr(right)})", _PRIMARY
        own = PRECEDENCE[op]
        inner, right_inner = own, own + 1
        # gcc warns about `&&` inside `||` and about mixed bit operators, so both get parentheses that C does not need.
        if op == "||":
            inner, right_inner = (_UNARY if _is_conjunction(side) else own + n for n, side in enumerate((left, right)))
        elif op in ("&", "|", "^", "<<", ">>"):
            inner = _UNARY if isinstance(left, Binary) and left.op != op else own + 1
            right_inner = _UNARY if isinstance(right, Binary) else own + 1
        elif op in COMPARISONS:
            inner = right_inner = PRECEDENCE["<<"]
        return f"{self.expr(left, inner)}{',' if op == ',' else f' {op}'} {self.expr(right, right_inner)}", own

    def lines(self, body: Iterable[Stmt], depth: int = 1) -> list[str]:
        """C text of a body, one list item per line, indented by two spaces per level."""
        return [line for stmt in body for line in self._stmt(stmt, depth)]

    def _stmt(self, stmt: Stmt, depth: int) -> list[str]:
        pad = "  " * depth
        match stmt:
            case Assign(target=target, value=value):
                return [f"{pad}{self.expr(target)} = {self.expr(value)};"]
            case Havoc(target=target):
                return [pad + self.havoc(stmt, self.expr(target))]
            case If():
                return self._if_lines(stmt, depth)
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
            case Block(title=title, body=body):
                return [f"{pad}/* {title} */", pad + "{", *self.lines(body, depth + 1), pad + "}"]
            case Assume() | Check() | Evaluate() | Define() | HavocArray() | Goto() | Label():
                return [pad + self._generated(stmt)]

    def _generated(self, stmt: Assume | Check | Evaluate | Define | HavocArray | Goto | Label) -> str:
        match stmt:
            case Assume(test=test):
                return f"__CPROVER_assume({self.expr(test)});"
            case Check(test=test):
                return self.check(stmt, self.expr(test))
            case Evaluate(value=value):
                return f"{self.expr(value)};" if isinstance(value, Apply) else f"(void)({self.expr(value)});"
            case Define(variable=Var(name=name, type=ctype), value=value):
                text = f"{nondet(ctype)}()" if value is None else self.expr(value)
                return f"const {ctype.name} {name} = {text};"
            case HavocArray(array=array):
                return f"__CPROVER_havoc_object({array});"
            case Goto(label=label):
                return f"goto {label};"
            case Label(name=name):
                return f"{name}:;"

    def _if_lines(self, stmt: If, depth: int) -> list[str]:
        pad = "  " * depth
        test, then, other = stmt.test, stmt.then, stmt.orelse
        if not then and other:
            test, then, other = negate(test), other, ()
        if len(then) == 1 and not other and not isinstance(then[0], If | Loop | Block):
            return [f"{pad}if ({self.expr(test)}) {self.lines(then, 0)[0]}"]
        lines = [f"{pad}if ({self.expr(test)}) {{", *self.lines(then, depth + 1)]
        if other:
            lines += [pad + "} else {", *self.lines(other, depth + 1)]
        return [*lines, pad + "}"]

    def _update(self, update: tuple[Stmt, ...]) -> str:
        lines = [line.strip() for line in self.lines(update, 0)]
        if any(isinstance(stmt, If | Block) for stmt in update):
            return f"({{ {' '.join(lines)} }})"
        return ", ".join(line.rstrip(";") for line in lines)


def _is_conjunction(expr: Expr) -> bool:
    return isinstance(expr, Binary) and expr.op == "&&"


def literal(const: Const) -> str:
    """C text of a constant with the suffix of its type; INT_MIN and LLONG_MIN need an expression."""
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
    """Name of the bodyless function that returns an arbitrary value of the type."""
    return "nondet_" + ctype.name.strip("_").lower().replace(" ", "_")
