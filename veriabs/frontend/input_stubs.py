"""Define C library functions that return inputs, as C beside the user's text: `rand`, `getchar`, `fgets`, `scanf`.

Their values are nondeterministic within the limits of the C standard (C11 7.21.6, 7.21.7, 7.22.2, 7.27.2; POSIX for
`random`). A value in these limits stands for itself, so reports can show it as the function's result. Analyses,
compilers and runs all use these definitions.

A function that writes memory gets a definition per call, at the place of the call, where its accesses are checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, field

from veriabs.core.counterexample import COUNT, NONDET_PREFIX
from veriabs.core.source import WRITTEN
from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.known_functions import CAME, SYSTEM
from veriabs.frontend.library import FUNCTIONS

_FIRST_LINE = 100_000
"""Each function has a line of its own after those of an entry."""
_FAR_RIGHT = 1000
"""A column beyond the user's text, for a definition on a line of the user's."""

_DIGIT, _EIGHT_OR_NINE, _HEX_LETTER, _WHITE_SPACE, _, AT_THE_END = (1 << kind for kind in range(6))
"""Sets of possible next characters on standard input, as the runtime of a replay counts them; the first is a digit up
to 7."""
ANYTHING = 63
NO_OCTAL_DIGIT, NO_DIGIT = ANYTHING - _DIGIT, ANYTHING - _DIGIT - _EIGHT_OR_NINE
NO_HEX_DIGIT, NO_WHITE, WORD_ENDS = NO_DIGIT - _HEX_LETTER, ANYTHING - _WHITE_SPACE, _WHITE_SPACE + AT_THE_END
SOMETHING, SKIPPED = -2, -3
"""The input is unknown: at least one character, or at most white space."""


class _Function(Struct, frozen=True):
    """A function as C: return type, parameters and body, in which `@unsigned_int()` is an input of that type."""

    returns: str
    takes: str
    body: str

    def declared(self, name: str) -> str:
        return f"extern {self.returns} {name}({self.takes});"

    def defined(self, name: str, like: str) -> str:
        """Its definition under a name; its inputs are reported as results of the function `like`."""
        kinds = dict.fromkeys(_TYPE.findall(self.body))
        names = {kind: f"{NONDET_PREFIX}{like}" + (f"_{kind}" if kind != "int" else "") for kind in kinds}
        types = {kind: "int" if kind.startswith(COUNT) else kind.replace("_", " ") for kind in kinds}
        declared = "".join(f"extern {types[kind]} {names[kind]}(void); " for kind in kinds)
        body = _TYPE.sub(lambda found: f"{names[found[1]]}()", self.body)
        if CAME in body:
            declared += f"extern {FUNCTIONS[CAME].prototype}; "
        return f"{declared}{self.returns} {name}({self.takes}) {{ {body} }}\n"


_TYPE = re.compile(r"@(\w+)\(\)")
_NUMBER = "return @int() & 2147483647;"
_CHARACTER = (
    f"int v = @int(); v = v >= 0 && v <= 255 ? v : (v & 255) == 255 ? -1 : v & 255; {CAME}(v, {ANYTHING}); return v;"
)
"""EOF, which is -1, or an unsigned char; among random inputs every 256th ends the file."""
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
    "{ over = (@int() & 255) == 255; "
    f"if (over) {CAME}(-1, {ANYTHING}); "
    f"else {{ c = @char(); {CAME}((unsigned char)c, {ANYTHING}); to[i] = c; i++; }} }} "
    "if (over && (i == 0 || (@int() & 255) == 255)) return (char *)0; to[i] = 0; return to;"
)
"""A line of input, up to its end or the end of the file; after an error the content is unknown (7.21.7.2)."""
_PER_CALL = {
    "fgets": _Function("char *", "char *to, int size, FILE *from", _LINE),
    "time": _Function("time_t", "time_t *at", "time_t v = @long(); if (at) *at = v; return v;"),
}
_PIECE = re.compile(
    LITERAL + r"|^# (?P<line>\d+) \"(?P<file>[^\"]*)\"[^\n]*$|[A-Za-z_]\w*|->|\S",
    re.MULTILINE,
)
_IN_FRONT_OF_CALLS = frozenset(("return", "else", "do", "case", "sizeof"))
_SEEDS = frozenset(("srand", "srandom"))


def add_stubs(text: str) -> str:
    """Add definitions of those functions that the text calls, declares like the headers, and does not define."""
    head, mark, rest = text.partition(f'# 1 "{SYSTEM}"')
    system, newline, own = rest.partition("\n# ")
    names = [name for name in (*_SHARED, *_PER_CALL, "scanf") if name in own and _calls(name).search(system)]
    if not names or not any(_calls(name).search(own) for name in names):
        return text
    words = _Words.of(f"# {own}")
    shared = [name for name in names if name in _SHARED and words.lacks(name)]
    if not words.is_seeded_once():  # the same seed gives the same sequence (7.22.2.2)
        shared = [name for name in shared if name not in _SEEDS]
    calls = _Calls(tuple(name for name in names if name not in _SHARED and words.lacks(name) and words.calls_all(name)))
    if not shared and not calls.names:
        return text
    own = calls.rewritten(words).removeprefix("# ")
    behind = [
        f'# {line} "{WRITTEN}"\n{_SHARED[name].defined(name, name)}' for line, name in enumerate(shared, _FIRST_LINE)
    ]
    return "".join((head, mark, system, *calls.declared, newline, own, *behind, *calls.defined))


def _calls(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.>]){name}\s*\(")


class _Words(Struct, frozen=True):
    """The words and signs of the user's text, and its markers of lines."""

    text: str
    found: tuple[re.Match[str], ...]

    @staticmethod
    def of(text: str) -> _Words:
        return _Words(text, tuple(_PIECE.finditer(text)))

    def at(self, position: int) -> str:
        """The word at a position; empty outside of the text."""
        return self.found[position][0] if 0 <= position < len(self.found) else ""

    def named(self, name: str) -> list[int]:
        """The positions of a name, except as a member."""
        return [n for n, one in enumerate(self.found) if one[0] == name and self.at(n - 1) not in (".", "->")]

    def lacks(self, name: str) -> bool:
        """Whether a function is called, and neither declared nor defined."""
        called = [n for n in self.named(name) if self.at(n + 1) == "("]
        return bool(called) and not any(self._is_declared(n) for n in called)

    def _is_declared(self, position: int) -> bool:
        """Whether a type precedes the name; a `*` must not precede a function that returns a number."""
        before = self.at(position - 1)
        if before == "*" and self.at(position) not in _SHARED:
            before = self.at(position - 2)
        return before.isidentifier() and before not in _IN_FRONT_OF_CALLS

    def calls_all(self, name: str) -> bool:
        """Whether the name always denotes the function, and never something else such as a parameter."""
        return all(self.at(n + 1) == "(" for n in self.named(name))

    def is_seeded_once(self) -> bool:
        """Whether the random numbers have at most one seed, which the first call of `main` sets."""
        seeds = [n for name in _SEEDS for n in self.named(name)]
        begun = self.named("main")
        if len(seeds) != 1 or len(begun) != 1 or self.named("goto"):
            return not seeds
        between = [self.at(n) for n in range(begun[0] + 2, seeds[0])]
        calls = any(one.isidentifier() and after == "(" for one, after in zip(between, between[1:], strict=False))
        return not calls and between.count("{") == between.count("}") + 1 and between[-1] in (";", "{", "}")


class _Calls(Struct):
    """Gives each call of some functions a function of its own, at its place."""

    names: tuple[str, ...]
    declared: list[str] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)

    def rewritten(self, words: _Words) -> str:
        """The text with new names for the called functions."""
        result, position, marker = [], 0, words.found[0]
        for number, one in enumerate(words.found):
            if one["line"]:
                marker = one
            elif one[0] in self.names and words.at(number - 1) not in (".", "->"):
                line = int(marker["line"]) + words.text.count("\n", marker.end(), one.start()) - 1
                new = self._stub_name(f'# {line} "{marker["file"]}"', one[0], _literal_text(words, number + 2))
                result += [words.text[position : one.start()], new]
                position = one.end()
        return "".join([*result, words.text[position:]])

    def _stub_name(self, mark: str, name: str, form: str | None) -> str:
        function = _scanner(form) if name == "scanf" else _PER_CALL[name]
        if function is None:
            return name
        new = f"{name}_at_call_{len(self.defined) + 1}"
        self.declared.append(f'\n# {_FIRST_LINE} "{WRITTEN}"\n{function.declared(new)}')
        others = sum(one.startswith(f"{mark}\n") for one in self.defined)
        self.defined.append(f"{mark}\n{' ' * _FAR_RIGHT * (1 + others)}{function.defined(new, name)}")
        return new


def _literal_text(words: _Words, position: int) -> str | None:
    """The text of the string literals that form an argument; None for any other argument."""
    parts: list[str] = []
    while (word := words.at(position)).startswith('"'):
        parts.append(word[1:-1])
        position += 1
    return "".join(parts) if parts and word in (",", ")") else None


# -------------------------------------------------------------------------------------------------------------- scanf

_BY_NUMBER = re.compile(r"\\[0-7xuU]")
_PIECE_OF_FORMAT = re.compile(
    r"(?P<white>(?:\s|\\[ntrvf])+)|(?P<literal>%%|\\.|[^%])|"
    r"%(?:(?P<length>hh|h|ll|l|z|)(?P<kind>[diuxXofeg])|(?P<character>c)|(?P<width>\d+)s|)"
)
_WHOLE = {"hh": "char", "h": "short", "": "int", "l": "long", "ll": "long long", "z": "long"}
_TOKEN = (
    "char c; int i = 0; do { c = @char(); PLACE[i] = WHITE ? 95 : c; i++; } "
    "while (i < WIDTH && @int() != -1); PLACE[i] = 0; CAME(SOMETHING, i < WIDTH ? WORD_ENDS : ANYTHING);"
)
"""A word without white space; white space is replaced by another character."""
_WHITE = "c == 32 || (c >= 9 && c <= 13)"
_BEHIND = {**dict.fromkeys("xX", NO_HEX_DIGIT), **dict.fromkeys("oi", NO_OCTAL_DIGIT)}
"""The characters that may follow a number, or a failed conversion."""


def _scanner(form: str | None) -> _Function | None:
    """`scanf` with this format; None if the format is unknown or has unsupported conversions.

    Supported are numbers, characters, and words of a given width.
    """
    if form is None or _BY_NUMBER.search(form):
        return None
    takes, body, fails, front = ["const char *form"], list[str](), list[str](), list[re.Match[str]]()
    for found in _PIECE_OF_FORMAT.finditer(form):
        if found["white"] or found["literal"]:
            front.append(found)
            continue
        if (read := _conversion_code(found, f"to_{len(takes)}", front[-1] if front else None)) is None:
            return None
        takes.append(read[0])
        body.append(f"if (n >= {len(body) + 1}) {{ {read[1]} }} ")
        fails.append(_failure(found, front))
        front = [found]
    most, least = len(body), int(fails[:1] == [str(AT_THE_END)])
    count = f"int n = @{COUNT}{least}_{most}(); if (n < -1 || n > {most}{' || n == 0' * least}) n = {most}; "
    over = f"if (n == -1) {CAME}(-1, {ANYTHING}); "
    short = "".join(f"else if (n == {k}) {CAME}({SOMETHING}, {one}); " for k, one in enumerate(fails) if k >= least)
    return _Function(
        "int", ", ".join(takes), f"{count}{''.join(body)}{over}{short}else {{ {_at_end(front)} }} return n;"
    )


def _failure(found: re.Match[str], front: Sequence[re.Match[str]]) -> str:
    """The possible next characters if this conversion fails after the earlier ones succeeded."""
    if (found["character"] or found["width"]) and not any(piece["literal"] for piece in front):
        return str(AT_THE_END)
    return str(_BEHIND.get(found["kind"], NO_DIGIT))


def _at_end(last: Sequence[re.Match[str]]) -> str:
    """The constraint on the text after the last conversion, if the format continues."""
    if not last or last[-1]["white"]:
        return f"{CAME}({SKIPPED}, {NO_WHITE});" if last else ""
    return f"{CAME}({SOMETHING}, {ANYTHING});" if last[-1]["literal"] else ""


def _conversion_code(found: re.Match[str], place: str, front: re.Match[str] | None) -> tuple[str, str] | None:
    """The parameter of a conversion, and its code, after this piece of the format."""
    if found["character"]:
        read = _character(front)
        return None if read is None else (f"char *{place}", f"char c = @char(); {read.replace('PLACE', place)}")
    if width := found["width"]:
        words = {"PLACE": place, "WIDTH": width, "WHITE": _WHITE, "WORD_ENDS": str(WORD_ENDS)}
        words |= {"CAME": CAME, "SOMETHING": str(SOMETHING), "ANYTHING": str(ANYTHING)}
        return f"char *{place}", re.sub("|".join(words), lambda name: words[name[0]], _TOKEN)
    ctype = None if found["kind"] is None else _number(found["length"], found["kind"])
    if ctype is None:
        return None
    behind = _BEHIND.get(found["kind"], NO_DIGIT)
    return f"{ctype} *{place}", f"*{place} = @{ctype.replace(' ', '_')}(); {CAME}({SOMETHING}, {behind});"


def _character(front: re.Match[str] | None) -> str | None:
    """The constraint on a character conversion: after a number it is not a digit, after white space not white space."""
    if front and front["white"]:
        return f"*PLACE = {_WHITE} ? 95 : c; {CAME}({SOMETHING}, {ANYTHING});"
    if front and front["kind"]:
        digit = f"*PLACE = c >= '0' && c <= '9' ? ' ' : c; {CAME}((unsigned char)*PLACE, {ANYTHING});"
        return digit if front["kind"] in "du" else None
    if front and front["width"]:
        return None
    return f"*PLACE = c; {CAME}((unsigned char)c, {ANYTHING});"


def _number(length: str, kind: str) -> str | None:
    if kind in "feg":
        return {"": "float", "l": "double"}.get(length)
    if kind in "di":
        return "signed char" if length == "hh" else _WHOLE[length]
    return f"unsigned {_WHOLE[length]}"
