"""Print the core program as unambiguous C: each operation states its type, and undefined ones stop.

An undefined operation ends the comparison (`veriabs_undefined`): a division by zero, a shift too far, a floating-point
value that does not fit its target, an access out of bounds. Signed arithmetic wraps on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct, field

from veriabs.core.ctext import literal
from veriabs.core.ctree import unexpected_construct
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import common_type, type_of


class ReportingPrinter(Struct):
    """Prints expressions and statements; the callables return C statements that report events, or nothing.

    `prefix` precedes the names of scalars, and of functions that locate a cell. `stored` is called for each assignment,
    `iterated` for each loop, `tested` for each assertion, `assumed` for each conditional and loop, and `given` for the
    value of each `Havoc`.
    """

    prefix: str
    data_model: DataModel
    sizes: frozenset[str]
    stored: Callable[[Assign], str]
    iterated: Callable[[Loop], str]
    tested: Callable[[Assert], str]
    assumed: Callable[[If | Loop], str]
    given: Callable[[Havoc], str]
    loops: list[int] = field(default_factory=list)
    count: int = 0

    # ---------------------------------------------------------------------------------------------------- expressions

    def expr(self, expr: Expr) -> str:
        """The expression, in parentheses if it has an operator."""
        match expr:
            case Const():
                return f"({literal(expr)})"
            case Var(name=name):
                return self.prefix + name
            case Element():
                return f"(*{self.cell(expr)})"
            case Unary(op="!", operand=operand):
                return f"(!{self.expr(operand)})"
            case Unary(op=op, operand=operand):
                name = type_of(expr, self.data_model).name
                return f"(({name})({op}({name}){self.expr(operand)}))"
            case Cast(type=ctype, operand=operand):
                return self.converted(operand, ctype)
            case Conditional(test=test, then=then, orelse=orelse):
                own = type_of(expr, self.data_model)
                return f"({self.expr(test)} ? {self.converted(then, own)} : {self.converted(orelse, own)})"
            case Binary():
                return self._binary(expr)
            case _:
                raise unexpected_construct(expr)

    def converted(self, expr: Expr, ctype: CType) -> str:
        """The value of an expression converted to a type."""
        text = self.expr(expr)
        if isinstance(ctype, IntType) and ctype != BOOL and isinstance(type_of(expr, self.data_model), FloatType):
            low, high = float(ctype.lowest) - 1.0, float(ctype.highest) + 1.0
            inside = f"veriabs_r > {low.hex()}L && veriabs_r < {high.hex()}L"
            if low == float(ctype.lowest):  # `long double` has no fractions there
                inside = inside.replace(">", ">=", 1)
            check = f"if (!({inside})) veriabs_undefined()"
            return f"({{ long double veriabs_r = {text}; {check}; ({ctype.name})veriabs_r; }})"
        return f"(({ctype.name}){text})"

    def _binary(self, expr: Binary) -> str:
        op, left, right = expr.op, expr.left, expr.right
        if op in ("&&", "||"):
            return f"({self.expr(left)} {op} {self.expr(right)})"
        own = type_of(expr, self.data_model)
        if op in ("<<", ">>"):
            return self._shift(op, self.converted(left, own), self.expr(right), own)
        common = common_type(type_of(left, self.data_model), type_of(right, self.data_model), self.data_model)
        one, two = self.converted(left, common), self.converted(right, common)
        if op in COMPARISONS:
            return f"({one} {op} {two})"
        if op in ("/", "%") and isinstance(common, IntType):
            return self._division(op, one, two, common)
        return f"(({common.name})({one} {op} {two}))"

    def _shift(self, op: str, left: str, right: str, ctype: CType) -> str:
        amount = f"long long veriabs_r = (long long){right}"
        check = f"if (veriabs_r < 0 || veriabs_r >= {ctype.bits}) veriabs_undefined()"
        return f"({{ {ctype.name} veriabs_l = {left}; {amount}; {check}; ({ctype.name})(veriabs_l {op} veriabs_r); }})"

    def _division(self, op: str, left: str, right: str, ctype: IntType) -> str:
        name = ctype.name
        bad = "veriabs_r == 0"
        if ctype.signed:
            bad += f" || (veriabs_r == -1 && veriabs_l == {literal(Const(ctype.lowest, ctype))})"
        check = f"if ({bad}) veriabs_undefined()"
        return f"({{ {name} veriabs_l = {left}, veriabs_r = {right}; {check}; ({name})(veriabs_l {op} veriabs_r); }})"

    def cell(self, element: Element) -> str:
        """The address of a cell."""
        return f"{self.prefix}{element.array}({', '.join(f'(veriabs_word){self.expr(i)}' for i in element.indices)})"

    def _target(self, target: LValue) -> str:
        return self.prefix + target.name if isinstance(target, Var) else f"*{self.cell(target)}"

    # ----------------------------------------------------------------------------------------------------- statements

    def lines(self, body: Iterable[Stmt], depth: int = 1) -> list[str]:
        """The statements, one per line."""
        return [line for stmt in body for line in self._stmt(stmt, "  " * depth, depth)]

    def _stmt(self, stmt: Stmt, pad: str, depth: int) -> list[str]:
        match stmt:
            case Assign(target=target, value=value):
                return [pad + self._assign(target, self.converted(value, target.type), self.stored(stmt))]
            case Havoc(target=target):
                return [pad + self._assign(target, self.given(stmt), "")]
            case If(test=test, then=then, orelse=orelse):
                head = f"{pad}if ({self._report_test(test, self.assumed(stmt))}) {{"
                rest = [f"{pad}}} else {{", *self.lines(orelse, depth + 1)] if orelse else []
                return [head, *self.lines(then, depth + 1), *rest, f"{pad}}}"]
            case Loop():
                return self._loop(stmt, pad, depth)
            case Break():
                return [f"{pad}break;"]
            case Continue():
                return [f"{pad}goto veriabs_next_{self.loops[-1]};"]
            case Halt():
                return [f"{pad}veriabs_end();"]
            case Assert(test=test, number=number):
                return [f"{pad}if (!{self._report_test(test, self.tested(stmt))}) veriabs_failed({number});"]
            case _:
                raise unexpected_construct(stmt)

    def _report_test(self, test: Expr, report: str) -> str:
        text = self.expr(test)
        return f"({{ int veriabs_t = !!{text}; {report} veriabs_t; }})" if report else text

    def _assign(self, target: LValue, value: str, report: str) -> str:
        size = isinstance(target, Var) and target.name in self.sizes
        report += "veriabs_sized((veriabs_word)veriabs_x); " if size else ""
        if not report:
            return f"{self._target(target)} = {value};"
        return f"{{ {target.type.name} veriabs_x = {value}; {self._target(target)} = veriabs_x; {report}}}"

    def _loop(self, loop: Loop, pad: str, depth: int) -> list[str]:
        self.count += 1
        self.loops.append(self.count)
        body, update = self.lines(loop.body, depth + 1), self.lines(loop.update, depth + 1)
        label = f"{pad}veriabs_next_{self.loops.pop()}:;"
        test = self._report_test(loop.test, self.assumed(loop))
        head = f"{pad}while ({test}) {{ veriabs_step(); {self.iterated(loop)}".rstrip()
        return [head, *body, label, *update, f"{pad}}}"]
