"""Functions of the C library that give inputs, as C beside the user's text: `rand`, `getchar`, `fgets`, `scanf`.

What they give comes from outside, as what a nondet function returns does, within the limits that the C standard or the
header lays down (C11 7.21.6, 7.21.7, 7.22.2, 7.27.2; POSIX for `random`). A value within them stands for itself, so
that it is told as what was given. All that analyses, compiles or runs a program does so with these definitions.

A function that writes to memory has one for each call, at the place of the call, where its accesses are checked.
"""

from __future__ import annotations

import re
from functools import partial

from msgspec import Struct, field

from veriabs.core.counterexample import COUNT, DRAWN
from veriabs.core.source import WRITTEN
from veriabs.frontend.known import SYSTEM

_FIRST_LINE = 100_000
"""A place of its own for each function, behind all of an entry."""
_FAR_RIGHT = 1000
"""The column of a definition that stands on a line of the user's, where nothing else does."""


class _Function(Struct, frozen=True):
    """A function as C: what it returns, what it takes and its body, in which `@unsigned_int()` draws such a value."""

    returns: str
    takes: str
    body: str

    def declared(self, name: str) -> str:
        return f"extern {self.returns} {name}({self.takes});"

    def defined(self, name: str, like: str) -> str:
        """Its definition by a name; what it draws is told as what the function that it is like gives."""
        drawn = dict.fromkeys(_TYPE.findall(self.body))
        names = {kind: f"{DRAWN}{like}" + (f"_{kind}" if kind != "int" else "") for kind in drawn}
        types = {kind: "int" if kind.startswith(COUNT) else kind.replace("_", " ") for kind in drawn}
        declared = "".join(f"extern {types[kind]} {names[kind]}(void); " for kind in drawn)
        body = _TYPE.sub(lambda found: f"{names[found[1]]}()", self.body)
        return f"{declared}{self.returns} {name}({self.takes}) {{ {body} }}\n"


_TYPE = re.compile(r"@(\w+)\(\)")
_NUMBER = "return @int() & 2147483647;"
_CHARACTER = "int v = @int() & 511; return v & 256 ? -1 : v & 255;"
"""EOF, which is -1, or the value of an unsigned char."""
_SHARED = {
    "rand": _Function("int", "void", _NUMBER),
    "random": _Function("long", "void", _NUMBER),
    "srand": _Function("void", "unsigned int seed", ""),
    "srandom": _Function("void", "unsigned int seed", ""),
    "getchar": _Function("int", "void", _CHARACTER),
    "fgetc": _Function("int", "FILE *from", _CHARACTER),
    "getc": _Function("int", "FILE *from", _CHARACTER),
    "clock": _Function("clock_t", "void", "return @long();"),
}
_LINE = (
    "char c = 0; int i = 0, over = 0; if (size <= 0) return (char *)0; "
    "while (i < size - 1 && c != 10 && !over) "
    "{ over = @int() == -1; if (!over) { c = @char(); to[i] = c; i++; } } "
    "if (over && (i == 0 || @int() == -1)) return (char *)0; to[i] = 0; return to;"
)
"""What is read up to the end of a line or of the file; behind an error nothing is known of it (7.21.7.2)."""
_APART = {
    "fgets": _Function("char *", "char *to, int size, FILE *from", _LINE),
    "time": _Function("time_t", "time_t *at", "time_t v = @long(); if (at) *at = v; return v;"),
}
_CALL = r"(?<![\w.>]){}\s*\("


def supplied(text: str) -> str:
    """The preprocessed text with definitions of those functions that it calls, declares as the headers do and lacks."""
    head, mark, rest = text.partition(f'# 1 "{SYSTEM}"')
    system, newline, own = rest.partition("\n# ")
    shared = [name for name in _SHARED if _is_lacking(name, system, own)]
    apart = [name for name in (*_APART, "scanf") if _is_lacking(name, system, own)]
    if not shared and not apart:
        return text
    calls = _Calls(tuple(apart))
    own = calls.rewritten(own)
    behind = [
        f'# {line} "{WRITTEN}"\n{_SHARED[name].defined(name, name)}'
        for line, name in enumerate(shared, _FIRST_LINE)
    ]
    return "".join((head, mark, system, *calls.declared, newline, own, *behind, *calls.defined))


def _is_lacking(name: str, system: str, own: str) -> bool:
    """Is the function declared by the system, called, and not defined?"""
    call = _CALL.format(name)
    if not re.search(call, system) or not re.search(call, own):
        return False
    return not re.search(rf"{call}[^;{{}}]*\)\s*\{{", own)


class _Calls(Struct):
    """Gives each call of some functions a function of its own, at its place."""

    names: tuple[str, ...]
    declared: list[str] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)

    def rewritten(self, own: str) -> str:
        """The text behind `# ` of its first line, with new names for what is called."""
        if not self.names:
            return own
        call = re.compile(_CALL.format(f"({'|'.join(self.names)})") + r'(?:\s*"((?:[^"\\]|\\.)*)")?')
        lines = f"# {own}".split("\n")
        number, file = 0, ""
        for at, line in enumerate(lines):
            if marker := re.match(r'# (\d+) "([^"]*)"', line):
                number, file = int(marker[1]), marker[2]
                continue
            mark = f'# {number} "{file}"'
            lines[at] = call.sub(partial(self._renamed, mark), line)
            number += 1
        return "\n".join(lines).removeprefix("# ")

    def _renamed(self, mark: str, found: re.Match[str]) -> str:
        name, text = found[1], found[0]
        function = _scanner(found[2]) if name == "scanf" else _APART[name]
        if function is None:
            return text
        new = f"{name}_at_call_{len(self.defined) + 1}"
        self.declared.append(f'\n# {_FIRST_LINE} "{WRITTEN}"\n{function.declared(new)}')
        others = sum(one.startswith(f"{mark}\n") for one in self.defined)
        self.defined.append(f"{mark}\n{' ' * _FAR_RIGHT * (1 + others)}{function.defined(new, name)}")
        return text.replace(name, new, 1)


# -------------------------------------------------------------------------------------------------------------- scanf

_CONVERSION = re.compile(r"%(?:(%)|(hh|h|ll|l|z|)([diuxXofeg])|(c)|(\d+)s|)")
_WHOLE = {"hh": "char", "h": "short", "": "int", "l": "long", "ll": "long long", "z": "long"}
_TOKEN = (
    "char c; int i = 0; do { c = @char(); PLACE[i] = c == 32 || (c >= 9 && c <= 13) ? 95 : c; i++; } "
    "while (i < WIDTH && @int() != -1); PLACE[i] = 0;"
)
"""A word has no white space; what is drawn otherwise stands for another character."""


def _scanner(form: str | None) -> _Function | None:
    """`scanf` with this format; None for one that is not known, or has other conversions than those of numbers,
    characters and words of a given width."""
    if form is None:
        return None
    takes, body = ["const char *form"], list[str]()
    for found in _CONVERSION.finditer(form):
        if found[1]:
            continue
        if found[0] == "%" or (read := _read(found, f"to_{len(takes)}")) is None:
            return None
        takes.append(read[0])
        body.append(f"if (n >= {len(body) + 1}) {{ {read[1]} }} ")
    most = len(body)
    count = f"int n = @{COUNT}{most}(); if (n < -1 || n > {most}) n = {most}; "
    return _Function("int", ", ".join(takes), f"{count}{''.join(body)}return n;")


def _read(found: re.Match[str], place: str) -> tuple[str, str] | None:
    """The parameter for a conversion, and what is done with it."""
    _, length, kind, character, width = found.groups()
    if width:
        return f"char *{place}", _TOKEN.replace("PLACE", place).replace("WIDTH", width)
    ctype = "char" if character else _number(length, kind)
    return None if ctype is None else (f"{ctype} *{place}", f"*{place} = @{ctype.replace(' ', '_')}();")


def _number(length: str, kind: str) -> str | None:
    if kind in "feg":
        return {"": "float", "l": "double"}.get(length)
    if kind in "di":
        return "signed char" if length == "hh" else _WHOLE[length]
    return f"unsigned {_WHOLE[length]}"
