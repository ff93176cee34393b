"""Translate contract clauses into GNU C expressions, independently of the front end.

The front end compiles clauses into a `main` that calls the function. This module parses and translates the same clauses
in another way, so that translation validation and the tests can compare both.

ACSL: integers are mathematical; they are computed in `__int128`, with overflow detection. Floating-point numbers are
reals; they are computed in `_Float128`, with detection of rounding. CBMC: a clause is a C expression with implications,
quantifiers and history; it follows C's arithmetic, and signed overflow wraps. Both need a 64-bit target.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct, field

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Where
from veriabs.validation.clause_templates import (
    ABSOLUTE_VALUE,
    ARITHMETIC,
    BITWISE,
    BRANCH,
    CAST,
    COMPARISON,
    EXACT_VALUE,
    INTEGER,
    MAX_VALUE,
    MIN_VALUE,
    QUANTIFIER_BOUND,
    REAL_CONVERSION,
    truth_value,
    type_of,
)
from veriabs.validation.clause_trees import (
    COMPARISONS,
    ClauseLanguage,
    TreeNode,
    bounds,
    conjuncts,
    is_zero,
    names_in,
    number,
    parsed,
)

RESULT = "__veriabs_result"
"""The variable that holds the returned value in `Evaluated.expression`."""

MOST_OLD = 1 << 20
"""Most stored old values of one term, one for each value of a bound variable."""


class ClauseExpression(Struct, frozen=True):
    """A clause for gcc: `expression` is an `int`: 1 if the clause holds, 0 if not, -1 if undecided.

    Undecided are an integer above 128 bits, a rounded real, a division by zero, a negative shift, or
    an old value that was not read before the call. `before` are declarations that keep old values; they go before the
    call, in its block. The returned value is read from the variable `RESULT`. `unknown` is the reason, if any, why the
    value may be wrong: pointers are assumed to be valid, and in this clause validity matters in the other direction.
    The expression has no side effects.
    """

    expression: str
    before: tuple[str, ...] = ()
    unknown: str | None = None


def translate_clause(text: str, notation: ClauseLanguage, where: Where) -> ClauseExpression:
    """The C expression of a clause at `where`, given without keyword and semicolon.

    Names in `before` derive from text and place, so that a block declares the same clause once. Raises UnsupportedError
    with place and reason for a clause that cannot be parsed or computed.
    """
    tree = parsed(text, notation, where)
    digest = zlib.crc32(f"{where.file}:{where.line}:{where.column}:{text}".encode())
    writer = _Writer(notation is ClauseLanguage.ACSL, where, f"__veriabs_old_{digest:08x}")
    expression = truth_value(writer.truth(tree))
    undecided = "it depends on a pointer that is not valid" if _counts_against(tree) else None
    return ClauseExpression(expression, tuple(writer.before), undecided)


def _counts_against(node: TreeNode, *, given: bool = True) -> bool:
    """Whether assuming valid pointers could change the clause's value in the unsound direction."""
    if node.op == "valid":
        return not given
    if node.op in ("!", "==>"):
        return any(_counts_against(one, given=given == (at == 1)) for at, one in enumerate(node.args))
    if node.op in ("&&", "||", "forall", "exists"):
        return any(_counts_against(one, given=given) for one in node.args)
    return any(one.op == "valid" for one in node.nodes())


_LVALUES = ("name", "result", "index", ".", "->", "deref")
_LOGICAL = ("&&", "||", "^^", "==>", "<==>", "!", "forall", "exists", "true", "false", "valid", *COMPARISONS)
_RISKY = ("index", "deref", "->", "/", "%", "<<", ">>", "forall", "exists")


class _Frame(Struct, frozen=True):
    """A loop over the values of a bound variable, between bounds: a term and its distance; `past`: before the call."""

    name: str
    ctype: str
    low: tuple[TreeNode, int] | None
    high: tuple[TreeNode, int] | None
    guard: tuple[TreeNode, ...]

    def parts(self) -> Iterator[TreeNode]:
        """The nodes that determine its range."""
        yield from self.guard
        yield from (end[0] for end in (self.low, self.high) if end is not None)


class _Writer(Struct):
    """Translates trees; `exact` for ACSL's arithmetic, `past` for the state before the call.

    `guards` hold wherever the current term is evaluated; `frames` are the enclosing quantifiers.
    """

    exact: bool
    where: Where
    prefix: str
    before: list[str] = field(default_factory=list)
    guards: list[TreeNode] = field(default_factory=list)
    frames: list[_Frame] = field(default_factory=list)
    past: bool = False

    def refused(self, reason: str) -> UnsupportedError:
        return UnsupportedError(f"{self.where}: the clause is not evaluated: {reason}")

    def _write_guarded(self, guard: TreeNode, write: Callable[[TreeNode], str], node: TreeNode) -> str:
        """Translate an operand that is evaluated only if the guard holds."""
        self.guards.append(guard)
        text = write(node)
        self.guards.pop()
        return text

    def truth(self, node: TreeNode) -> str:
        """The C expression, an `int`, of a node used as a predicate."""
        match node.op, node.args:
            case ("true" | "valid"), _:
                return "1"
            case "false", _:
                return "0"
            case "!", (one,):
                return f"(!{self.truth(one)})"
            case "&&", (left, right):
                return f"({self.truth(left)} && {self._write_guarded(left, self.truth, right)})"
            case "||", (left, right):
                return f"({self.truth(left)} || {self._write_guarded(_negation(left), self.truth, right)})"
            case "==>", (left, right):
                return f"(!{self.truth(left)} || {self._write_guarded(left, self.truth, right)})"
            case "^^", (left, right):
                return f"(!{self.truth(left)} != !{self.truth(right)})"
            case "<==>", (left, right):
                return f"(!{self.truth(left)} == !{self.truth(right)})"
            case "?:", (test, first, second):
                return self._write_choice(test, first, second, self.truth)
            case ("forall" | "exists"), _:
                return self._quantified(node)
            case "let", (value, body):
                return f"({{ __auto_type {node.text} = {self.value(value)}; {self.truth(body)}; }})"
            case op, (left, right) if op in COMPARISONS:
                return self._write_comparison(op, left, right)
        return f"(!!{self.value(node)})"

    def _write_choice(self, test: TreeNode, first: TreeNode, second: TreeNode, write: Callable[[TreeNode], str]) -> str:
        one, other = self._write_guarded(test, write, first), self._write_guarded(_negation(test), write, second)
        if self.exact and write == self.value:
            one, other = (BRANCH.substitute(left=x, right=type_of(y)) for x, y in ((one, other), (other, one)))
        return f"({self.truth(test)} ? {one} : {other})"

    def _write_comparison(self, op: str, left: TreeNode, right: TreeNode) -> str:
        first, second = self.value(left), self.value(right)
        if self.exact and not is_zero(left) and not is_zero(right):
            return COMPARISON.substitute(left=first, right=second, op=op)
        if self.exact:  # Zero may be the null pointer.
            first, second = "0" if is_zero(left) else first, "0" if is_zero(right) else second
        return f"({first} {op} {second})"

    def value(self, node: TreeNode) -> str:
        """The C expression of a term; with `exact` an `__int128`, a `_Float128`, a pointer or a struct."""
        if node.op in _LOGICAL:
            return f"((__int128){self.truth(node)})" if self.exact else self.truth(node)
        match node.op, node.args:
            case "null", _:
                return "((void *)0)"
            case "here", (one,):
                if self.past:
                    raise self.refused("\\at(..., Here) in an old value")
                return self.value(one)
            case "?:", (test, first, second):
                return self._write_choice(test, first, second, self.value)
            case "let", (value, body):
                return f"({{ __auto_type {node.text} = {self.value(value)}; {self.value(body)}; }})"
            case ("address" | "bound"), _:
                return self._place(node)
            case "sizeof", _:
                inner = type_of(self._place(node.args[0])) if node.args else node.text
                return f"((__int128)sizeof({inner}))" if self.exact else f"sizeof({inner})"
        return self._exact(node) if self.exact else self._write_plain(node)

    def _write_plain(self, node: TreeNode) -> str:
        values = [self.value(one) for one in node.args] if node.op not in (*_LVALUES, "old") else []
        match node.op:
            case "number" | "real" | "char":
                return node.text
            case "negated" | "promoted" | "~":
                return f"({ {'negated': '-', 'promoted': '+'}.get(node.op, '~')}{values[0]})"
            case "cast":
                return f"(({node.text}){values[0]})"
            case "call":
                return f"{node.text}({', '.join(values)})"
            case op if len(values) == 2:
                return f"({values[0]} {op} {values[1]})"
        return self._place(node)

    def _exact(self, node: TreeNode) -> str:
        """A term in ACSL's arithmetic."""
        if node.op in _LVALUES:
            return EXACT_VALUE.substitute(left=self._place(node))
        if node.op == "old":
            text = self._place(node)
            return EXACT_VALUE.substitute(left=text) if node.args[0].op in _LVALUES else text
        if node.op in ("number", "real", "char"):
            return self._literal(node)
        values = [self.value(one) for one in node.args]
        match node.op:
            case "negated":
                return ARITHMETIC["-"].substitute(left="(__int128)0", right=values[0], op="-")
            case "promoted":
                return values[0]
            case "~":
                return f"(~{INTEGER.substitute(left=values[0])})"
            case "cast":
                return self._cast(node.text, values[0])
            case "call":
                return self._builtin(node, values)
            case op if op in ARITHMETIC:
                return ARITHMETIC[op].substitute(left=values[0], right=values[1], op=op)
            case op:
                left, right = (INTEGER.substitute(left=one) for one in values)
                return BITWISE[op].substitute(left=left, right=right)

    def _literal(self, node: TreeNode) -> str:
        if node.op == "real":
            digits = node.text.rstrip("fFdD")
            if digits == node.text and Fraction(digits) != Fraction(float(digits)):
                raise self.refused(f"the real {digits} cannot be represented as a double")
            return f"((_Float128){digits}{'f' if node.text[-1] in 'fF' else ''})"
        if node.op == "number" and number(node.text) >= 1 << 64:
            raise self.refused(f"{node.text} has more than 64 bits")
        return f"((__int128){node.text if node.op == 'char' else f'{number(node.text)}ull'})"

    def _builtin(self, node: TreeNode, values: list[str]) -> str:
        if len(values) != 2 - (node.text == "\\abs"):
            raise self.refused(f"the arguments of {node.text}")
        template = ABSOLUTE_VALUE if len(values) == 1 else ARITHMETIC[node.text]
        return template.substitute(left=values[0], right=values[-1])

    def _cast(self, ctype: str, value: str) -> str:
        if ctype == "integer":
            return INTEGER.substitute(left=value)
        if ctype == "real":
            return REAL_CONVERSION.substitute(left=value)
        if ctype.endswith("*"):
            return f"(({ctype}){value})"
        return EXACT_VALUE.substitute(left=CAST.substitute(left=value, op=ctype))

    def _place(self, node: TreeNode) -> str:
        """The C expression of an lvalue or a primary, in its own type."""
        match node.op, node.args:
            case ("name" | "bound"), _:
                return node.text
            case "result", _:
                if self.past:
                    raise self.refused("the result is read before the call")
                return RESULT
            case "index", (base, index):
                return f"{self._place(base)}[{self.value(index)}]"
            case ("." | "->"), (base,):
                return f"{self._place(base)}{node.op}{node.text}"
            case "deref", (base,):
                return f"(*{self._place(base)})"
            case "address", (base,):
                return f"(&{self._place(base)})"
            case "old", (inner,):
                return self._place(inner) if self.past else self._write_old(inner)
        return f"({self.value(node)})"

    def _write_old(self, inner: TreeNode) -> str:
        """Read a term before the call where its guards hold, for each value of the variable that it depends on."""
        past = _Writer(self.exact, self.where, self.prefix, past=True)
        place = inner.op in _LVALUES
        text = f"(0, {past._place(inner)})" if place else past.value(inner)
        used = names_in(inner)
        frames = [frame for frame in self.frames if frame.name in used]
        around = {name for frame in frames for part in frame.parts() for name in names_in(part)}
        if len(frames) > 1 or around or used - {frame.name for frame in frames}:
            raise self.refused("an old value at several bound variables")
        name = f"{self.prefix}_{len(self.before)}"
        guards = [one for one in self.guards if names_in(one) <= used and not one.has("result")]
        guards = guards if any(inner.has(op) for op in _RISKY) else []
        read = " && ".join(past.truth(one) for one in guards) or "1"
        if frames:
            check, value = self._table(name, past, frames[0], text, read), f"{name}[__veriabs_i - {name}_low].value"
        else:
            self.before.append(f"{type_of(text)} {name};")
            self.before.append(f"int {name}_known = {truth_value(f'({read} && ({{ {name} = {text}; 1; }}))')};")
            check, value = f"if ({name}_known != 1) goto __veriabs_unknown;", name
        if place and inner.op in (".", "->"):  # the old value of an array is not that of a pointer to it
            check += f" if (__builtin_classify_type({value}) == 5) goto __veriabs_unknown;"
        elif place:
            lvalue = past._place(inner)
            same = f"__builtin_types_compatible_p({type_of(lvalue)}, {type_of(f'(0, {lvalue})')})"
            check += f" if (!{same}) goto __veriabs_unknown;"
        return f"({{ {check} {value}; }})"

    def _table(self, name: str, past: _Writer, frame: _Frame, text: str, read: str) -> str:
        """Declare the old values of a term for each value of a variable, and return the check of an index."""
        low, high = past._limits(frame)
        loop = "int" if frame.ctype == "integer" else frame.ctype
        declared = f"__int128 {frame.name} = 0;" if self.exact else f"{loop} {frame.name} = 0;"
        own = f"__int128 {frame.name} = __veriabs_i;" if self.exact else f"{loop} {frame.name} = ({loop})__veriabs_i;"
        one = f"{name}[__veriabs_i - {name}_low]"
        filled = truth_value(f"({read} && ({{ {one}.value = {text}; 1; }}))")
        guard = " && ".join(past.truth(part) for part in frame.guard) or "1"
        ctype = type_of(f"({{ {declared} {text}; }})")
        self.before += [
            f"struct {{ char known; {ctype} value; }} *{name} = 0; __int128 {name}_low = 0, {name}_high = -1;",
            f"int {name}_known = "
            + truth_value(
                f"({guard} && ({{ __int128 __veriabs_l = {low}, __veriabs_h = {high}; "
                f"if (__veriabs_h < __veriabs_l || __veriabs_h - __veriabs_l >= {MOST_OLD}) goto __veriabs_unknown; "
                f"{name} = __builtin_calloc(__veriabs_h - __veriabs_l + 1, sizeof *{name}); "
                f"if (!{name}) goto __veriabs_unknown; {name}_low = __veriabs_l; {name}_high = __veriabs_h; "
                f"for (__int128 __veriabs_i = {name}_low; __veriabs_i <= {name}_high; __veriabs_i++) "
                f"{{ {own} {one}.known = {filled} == 1; }} 1; }}))"
            )
            + ";",
        ]
        return (
            f"__int128 __veriabs_i = {frame.name}; if (__veriabs_i < {name}_low || __veriabs_i > {name}_high || "
            f"!{one}.known) goto __veriabs_unknown;"
        )

    def _quantified(self, node: TreeNode) -> str:
        """A loop for each variable over a range that the guard implies; it evaluates the whole body."""
        *variables, body = node.args
        every, outer = node.op == "forall", len(self.frames)
        heads = list[str]()
        for at, variable in enumerate(variables):
            frame = self._frame(variable, {one.text for one in variables[at:]}, list(conjuncts(body, every)))
            low, high = self._limits(frame)
            guard = " && ".join(self.truth(one) for one in frame.guard) or "1"
            counter = frame.name if self.exact else f"{frame.name}_counter"
            skip = "" if frame.ctype == "integer" else f" if (({frame.ctype}){counter} != {counter}) continue;"
            own = "" if self.exact else f" {frame.ctype} {frame.name} = ({frame.ctype}){counter};"
            heads.append(
                f"if ({guard}) for (__int128 {counter} = {low}, {counter}_most = {high}; "
                f"{counter} <= {counter}_most && __veriabs_q == {int(every)}; {counter}++) {{{skip}{own} "
            )
            self.frames.append(frame)
        tested = f"if ({'!' if every else ''}{self.truth(body)}) __veriabs_q = {int(not every)};"
        del self.frames[outer:]
        return f"({{ int __veriabs_q = {int(every)}; {''.join(heads)}{tested}{' }' * len(heads)} __veriabs_q; }})"

    def _frame(self, variable: TreeNode, later: set[str], conjuncts: list[TreeNode]) -> _Frame:
        """The range of a variable: the first bounds free of it and of later ones, or None for the range of its type."""
        ends: dict[bool, tuple[int, tuple[TreeNode, int]]] = {}
        for at, conjunct in enumerate(conjuncts):
            for is_low, bound, offset in bounds(conjunct, variable.text):
                if not names_in(bound) & later:
                    ends.setdefault(is_low, (at, (bound, offset)))
        if any(word in variable.op for word in ("real", "float", "double", "*", "struct")):
            raise self.refused(f"a variable of the type {variable.op} is bound")
        if variable.op == "integer" and len(ends) < 2:
            raise self.refused("no range is found for a bound variable")
        last = max((at for at, _ in ends.values()), default=0)
        guard = tuple(one for one in conjuncts[:last] if not names_in(one) & later)
        low, high = (ends[side][1] if side in ends else None for side in (True, False))
        return _Frame(variable.text, variable.op, low, high, guard)

    def _limits(self, frame: _Frame) -> tuple[str, str]:
        """The least and greatest value of a bound variable as C expressions."""
        low = MIN_VALUE.substitute(op=frame.ctype) if frame.low is None else self._limit(frame, frame.low, "0")
        most = MAX_VALUE.substitute(op=frame.ctype)
        high = most if frame.high is None else self._limit(frame, frame.high, f"({low}) >= 0")
        return low, high

    def _limit(self, frame: _Frame, end: tuple[TreeNode, int], positive: str) -> str:
        value = self.value(end[0])
        whole = INTEGER if self.exact else QUANTIFIER_BOUND
        return f"{whole.substitute(op=frame.ctype, left=value, right=positive)} + {end[1]}"


def _negation(node: TreeNode) -> TreeNode:
    return TreeNode("!", (node,))
