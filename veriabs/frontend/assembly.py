"""Inline assembly: a call with unknown effect in the place of a statement; an attribute of a declarator is dropped.

    asm volatile ("" ::: "memory");     becomes     ;
    asm ("rdtsc" : "=a" (low));         becomes     __veriabs_assembly();
"""

from __future__ import annotations

import re
from collections.abc import Callable

from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.known_functions import ASSEMBLY, is_known
from veriabs.frontend.unused_declarations import WORD

Rejection = Callable[[int, str], None]
"""Reports a place of a text, and the reason why it is not supported."""
KEYWORDS = frozenset(
    (
        *("typedef", "struct", "union", "enum", "const", "signed", "unsigned", "char", "short", "int", "long"),
        *("float", "double", "void", "extern", "static"),
    )
)
EFFECT = re.compile(r"(?<![=!<>])=(?!=)|\+\+|--|\w\s*\((?=[^()]*\))")
"""An assignment, a step or a call in the text of an expression."""
ATTRIBUTES = frozenset(("__attribute__", "__attribute"))
_DECLARATOR = 4000
"""Most characters of a declarator that are examined."""

_LINE = re.compile(r"^#[^\n]*$", re.MULTILINE)
_FUNCTION = re.compile(r"[\w\s*]*[\s*](\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*")
"""A function declaration up to its parameters: specifiers, name, parameters."""

_NO_NAMES = (
    KEYWORDS | ATTRIBUTES | {"if", "while", "for", "switch", "return", "sizeof", "_Bool", "typeof", "__typeof__"}
)

_EMPTY_ASSEMBLY = re.compile(r'(?:\s|volatile|inline|_)*\(\s*(?:"\s*"\s*)+(?:\)|:\s*[:)])')
"""An assembly statement without instructions and results, which orders only what a compiler does."""


def assembly(argument: str, text: str, position: int, reject: Rejection) -> str:
    """The call that stands for an assembly statement; nothing for one without instructions and results."""
    before = text[:position].rstrip()
    inside = before.count("{") > before.count("}") and not _declared_function_name(before[-_DECLARATOR:])
    if not inside or not re.search(r"(?:[;{}:)]|\b(?:else|do))$", before):
        _judge_symbol(argument, text, position, reject)
        return ""
    empty = _EMPTY_ASSEMBLY.match(argument)
    return "" if empty and not EFFECT.search(argument, empty.end()) else f"{ASSEMBLY}()"


def _judge_symbol(argument: str, text: str, position: int, reject: Rejection) -> None:
    """Accept assembly after a function's declarator, as in `int f(int) asm("g");`, which only names its symbol.

    It is rejected if the symbol has another meaning in the program.
    """
    declared = _declared_function_name(text[max(0, position - _DECLARATOR) : position])
    if not declared or not re.match(r"\s*\(\s*\"", argument):
        reject(position, "inline assembly is not supported")
        return
    symbol = "".join(part[1:-1] for part in re.findall(LITERAL, argument))
    named = symbol != declared and symbol in WORD.findall(re.sub(LITERAL, "", text))
    if is_known(declared) or is_known(symbol) or named:
        reject(position, f"another symbol for {declared} is not supported")


def _declared_function_name(before: str) -> str:
    """The name of the function whose declarator a text ends with; empty if it does not, or that is not clear.

    `if (x)` is no declarator, and `extern int (x)` is one of a variable.
    """
    text = _LINE.sub("", re.split(r"[;{}]", before)[-1])
    found = _FUNCTION.fullmatch(text)
    if found is None or found[1] in _NO_NAMES:
        return ""
    alone = WORD.fullmatch(found[2].strip())
    return "" if alone and alone[0] not in _NO_NAMES else found[1]
