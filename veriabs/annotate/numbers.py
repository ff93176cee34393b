"""Replace constants by the text's own names for them: `N - 1` instead of 99999."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.ctree import integer, with_operands
from veriabs.core.errors import InputError
from veriabs.core.expressions import Binary, Const, Expr, Unary, Var
from veriabs.core.source import Task
from veriabs.core.types import INT, LLONG
from veriabs.frontend.compiler import macros
from veriabs.report.places import SourceText

Numbers = Mapping[int, str]
"""Names by their values."""

AS_IT_IS = "="
"""Marks a name as text to be printed unchanged, not a variable of the program."""

_MACRO = re.compile(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", re.MULTILINE)
_MACRO_HEAD = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)", re.MULTILINE)
_WORD, _CALL = re.compile(r"\b[A-Za-z_]\w*"), re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_LOOP = re.compile(r"\b(?:for|while|do)\b")
_NUMBER = re.compile(r"\(*([1-9]\d*)\)*")
"""The literal has type int, as the constant that it replaces."""

_LEAST, _FURTHEST, _MOST = 16, 8, 8
"""Limits: values below the first, differences and multiples above the others are rarely meant as the macro."""

_SCALING = frozenset(("*", "/", "%", "<<", ">>", "&", "|", "^"))


def macro_numbers(source: SourceText, task: Task) -> Numbers:
    """The macros that the text defines once, before all loops; constants with two such names are omitted."""
    loop = _LOOP.search(source.code)
    own = _MACRO.findall(source.text)
    front = set(_MACRO.findall(source.text, 0, loop.start() if loop else 0))
    defined = macros(task) if front else {}
    found: dict[int, list[str]] = {}
    for name in front:
        if own.count(name) == 1 and (number := _NUMBER.fullmatch(defined.get(name, ""))) is not None:
            found.setdefault(int(number[1]), []).append(name)
    return {number: names[0] for number, names in found.items() if len(names) == 1 and number >= _LEAST}


def refuse_macros(lines: Iterable[str], source: SourceText, task: Task) -> None:
    """Raise InputError if a macro of the file would change a word of the annotations that is not meant as a macro."""
    text = " ".join(lines)
    called = {name for name, behind in _MACRO_HEAD.findall(source.text) if behind}
    plain = {name for name, behind in _MACRO_HEAD.findall(source.text) if not behind}
    plain |= {name for name, body in macros(task).items() if body != name}
    words = set(_WORD.findall(text)) & plain - set(macro_numbers(source, task).values())
    words |= {word for word in _CALL.findall(text) if word in called}
    if words:
        name = min(words)
        reason = f"the macro {name} would change the annotations, which use that word"
        raise InputError(f"{task.path}: {reason}; rename it, or use --as comments")


def with_macros(expr: Expr, numbers: Numbers) -> Expr:
    """The expression with names for its constants, except factors, divisors and masks."""
    if not numbers:
        return expr
    if isinstance(expr, Const):
        return _over_macros(expr, numbers)
    scales = isinstance(expr, Binary) and expr.op in _SCALING
    return with_operands(expr, lambda one: one if scales and isinstance(one, Const) else with_macros(one, numbers))


def verbatim(text: str) -> Var:
    """A variable that is printed as this text."""
    return Var(f"{AS_IT_IS}{text}", LLONG)


def _over_macros(const: Const, numbers: Numbers) -> Expr:
    """The simplest expression over macros for a constant; the constant itself if there is none or more than one."""
    value = const.value
    if const.type != INT or not isinstance(value, int) or value > INT.highest:
        return const
    if value < 0:
        positive = _over_macros(integer(-value), numbers)
        return const if isinstance(positive, Const) else Unary("-", positive)
    ways = sorted(_macro_expressions(value, numbers), key=lambda one: one[0])
    best = [expr for effort, expr in ways if effort == ways[0][0]]
    return best[0] if len(best) == 1 else const


def _macro_expressions(value: int, numbers: Numbers) -> Iterator[tuple[tuple[int, int], Expr]]:
    """The expressions `times * name + difference` for a value, each with its complexity."""
    for number, name in numbers.items():
        times = max(1, round(value / number))
        between = value - times * number
        if times <= _MOST and abs(between) <= min(_FURTHEST, number // _LEAST):
            whole = verbatim(name) if times == 1 else Binary("*", integer(times), verbatim(name))
            sign = "+" if between > 0 else "-"
            yield (times, abs(between)), Binary(sign, whole, integer(abs(between))) if between else whole
