"""Runs `gcc -E` and removes what does not change the meaning: GNU decoration and unused system declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.ahead import Ahead
from veriabs.frontend.compiler import SECONDS, expand
from veriabs.frontend.dialect import LAYOUT, LITERAL, spelled
from veriabs.frontend.known import SYSTEM, is_known
from veriabs.frontend.unused import PIECE, WORD, chunks, is_of_a_body, without_unused

_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"([ \t\d]*)$', re.MULTILINE)
_ATTRIBUTES = frozenset(("__attribute__", "__attribute"))
_ASM = frozenset(("asm", "__asm", "__asm__"))
_DROPPED = frozenset(("__extension__", "__restrict", "__restrict__", "restrict", "_Noreturn"))
_PLAIN = {
    "__inline": "inline",
    "__inline__": "inline",
    "__const": "const",
    "__const__": "const",
    "__signed": "signed",
    "__signed__": "signed",
    "__volatile": "volatile",
    "__volatile__": "volatile",
    "__builtin_offsetof": "offsetof",
}
_FUNCTION_NAMES = frozenset(("__PRETTY_FUNCTION__", "__FUNCTION__", "__func__"))
# What <assert.h> hands to the function that reports: text, file, line, function.
_MESSAGE = re.compile(r",\s*\d+\s*,\s*(?:__extension__\s*)?$")
_FORBIDDEN = {
    "__auto_type": "an extension of C",
    **dict.fromkeys(("_Thread_local", "__thread", "_Atomic"), "threads or atomics"),
    **dict.fromkeys(("__int128", "__int128_t", "__uint128_t"), "128-bit integers"),
    **dict.fromkeys(("_Float128", "__float128", "_Float64x", "_Float16", "_Decimal64"), "a non-standard float type"),
    **dict.fromkeys(("_Complex", "__complex__"), "complex numbers"),
    **dict.fromkeys(("_Alignas", "_Generic", "__label__"), "an extension of C"),
    **dict.fromkeys(("setjmp", "longjmp", "_setjmp", "sigsetjmp"), "setjmp or longjmp"),
    **dict.fromkeys(("pthread_create", "thrd_create"), "threads"),
}
_HARMLESS = frozenset(
    (
        *("noreturn", "unused", "used", "noinline", "always_inline", "noclone", "noipa", "flatten", "artificial"),
        *("pure", "const", "malloc", "nonnull", "returns_nonnull", "format", "format_arg", "sentinel", "access"),
        *("warn_unused_result", "deprecated", "unavailable", "cold", "hot", "leaf", "nothrow", "alloc_size"),
        *("alloc_align", "assume_aligned", "fallthrough", "nonstring", "no_sanitize", "no_sanitize_address"),
        *("no_sanitize_undefined", "no_sanitize_thread", "no_instrument_function", "visibility", "may_alias"),
        *("externally_visible", "common", "nocommon", "designated_init", "section", "no_reorder", "tainted_args"),
        "annotate",
    )
)
"""Attributes that do not change what a program computes; any other one is refused."""
_HARMLESS_PRAGMAS = re.compile(
    r"#[ \t]*pragma(?![ \t]*(?:GCC|STDC|weak|redefine_extname|extern_prefix|scalar_storage_order|ms_struct|pack)\b)"
    r"|#[ \t]*pragma[ \t]+"
    r"(GCC[ \t]+(diagnostic|unroll|ivdep|poison|dependency|system_header|warning|error|visibility)\b"
    r"|STDC[ \t]+(FP_CONTRACT|FENV_ACCESS|CX_LIMITED_RANGE)\b)"
)
"""Pragmas that change nothing of what a program computes: those that are none to the compiler as well."""
_DIGRAPHS = {"<:": "[", ":>": "]", "<%": "{", "%>": "}"}
_WORDS = {*_ATTRIBUTES, *_ASM, *_DROPPED, *_PLAIN, *_FUNCTION_NAMES, *_FORBIDDEN}
_Line = tuple[str, int]
"""A line of a file."""

_WIDEST = 100_000
"""Columns up to which text of one line is moved apart."""

_SPECIAL = re.compile(
    LITERAL + r"|#[ \t]*pragma[^\n]*|\[\s*\[|\?\s*:|[=({,?:]\s*&&|<:|:>|<%|%>|\$|\\[uU]|[^\x00-\x7f]"
    r"|(?<![\w$])(?:" + "|".join(sorted(_WORDS)) + r")(?![\w$])"
)
Rejection = Callable[[int, str], None]
_PROTOTYPE = re.compile(r"[\w\s*]*[\s*](\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*;\s*$")
_VALUED = re.compile(r"\b[A-Za-z_]\w*\b(?!\s*\()")
"""A name that nothing is called by."""
_KEYWORDS = frozenset(
    (
        *("typedef", "struct", "union", "enum", "const", "signed", "unsigned", "char", "short", "int", "long"),
        *("float", "double", "void", "extern", "static"),
    )
)


class _Segment(Struct, frozen=True):
    """Text between two line markers, starting at `line` of `file`."""

    file: str
    line: int
    system: bool
    text: str


def preprocess(task: Task, seconds: float = SECONDS, ahead: Ahead | None = None) -> str:
    """Preprocessed text with line markers that pycparser can read.

    Raises InputError with file:line for what gcc rejects, ToolError without gcc, and UnsupportedError for decoration of
    the user's own code that changes its meaning (`packed`, `aligned`, inline assembly, `volatile`, ...). Several files
    are one text. What was begun `ahead` is not begun again.
    """
    if task.others:
        from veriabs.frontend.linking import linked  # most programs are one file

        units = (replace(task, others=()), *task.others)
        return linked(units, [preprocess(unit, seconds) for unit in units], seconds)
    expanded = expand(task, seconds) if ahead is None else ahead.text()
    segments = _mark_system(list(_segments(expanded, str(task.path))))
    kept = _needed_declarations(segments)
    if task.path.suffix == ".i":
        segments = [_without_unused_externs(segment, segments) for segment in segments]
    own, ends = [segment for segment in segments if not segment.system and segment.text.strip()], dict[_Line, int]()
    text = "\n".join(f'# {segment.line} "{segment.file}"\n{_apart(segment, ends)}' for segment in own)
    return (f"{kept}\n" if kept else "") + _neutralise(text) + "\n"


# ------------------------------------------------------------------------------------------------------------ segments


def _segments(text: str, path: str) -> Iterator[_Segment]:
    start, file, line, system = 0, path, 1, False
    for marker in _MARKER.finditer(text):
        yield _Segment(file, line, system, text[start : marker.start()])
        start, file, line = marker.end() + 1, marker[2], int(marker[1])
        system = "3" in marker[3].split()
    yield _Segment(file, line, system, text[start:])


def _apart(segment: _Segment, ends: dict[_Line, int]) -> str:
    """The text moved to the right where there is text at its place already, so that a place tells a call of a check.

    gcc begins a line again for each part of a macro that a system header defines, and for a file included twice.
    """
    lines = segment.text.split("\n")
    for number, line in enumerate(lines):
        if line.strip():
            place = segment.file, segment.line + number
            begun = ends.get(place, 0)
            lines[number] = " " * begun + line if begun < _WIDEST else line
            ends[place] = max(begun, len(lines[number]))
    return "\n".join(lines)


def _mark_system(segments: list[_Segment]) -> list[_Segment]:
    """A macro of a system header that the user's code expands is marked as system text, but belongs to the user."""
    own = {segment.file for segment in segments if not segment.system}
    return [_Segment(s.file, s.line, s.system and s.file not in own, s.text) for s in segments]


# ------------------------------------------------------------------------------------------------- system declarations


def _needed_declarations(segments: list[_Segment]) -> str:
    """The types and variables of system headers that the user's code needs, directly or through others.

    Inline functions are left out, and so are prototypes of functions that are known to veriabs, unless one is a value.
    """
    system = "\n".join(segment.text for segment in segments if segment.system)
    if not system.strip():
        return ""
    own = "\n".join(segment.text for segment in segments if not segment.system)
    needed, valued = set(WORD.findall(own)), set(_VALUED.findall(own))
    kept = []
    for chunk in reversed(list(chunks(system))):
        text = _plain(chunk).strip()
        name = _prototyped(text)
        is_called = name in needed and (name in valued or not is_known(name))
        if is_called or (_is_type_or_variable(text) and _declared(text) & needed):
            _rewrite(chunk, _reject_layout)
            kept.append(" ".join(text.split()))
            needed |= set(WORD.findall(text)) - _KEYWORDS
    kept.reverse()
    return "\n".join([f'# 1 "{SYSTEM}"', *kept]) if kept else ""


def _reject_layout(position: int, what: str) -> None:
    """Refuses an attribute or pragma of a system header that the user's code needs."""
    if what.startswith(("attribute", "#")):
        raise UnsupportedError(f"{SYSTEM}:1: {what}")


def _is_type_or_variable(text: str) -> bool:
    # The float types of other widths only name themselves in headers, in ways that pycparser cannot read.
    return "_Float" not in text and (text.startswith(("typedef", "struct", "union", "enum")) or "(" not in text)


def _prototyped(text: str) -> str:
    """The name of the function that a prototype is about, or nothing."""
    found = None if "{" in text or "_Float" in text or text.startswith("typedef") else _PROTOTYPE.match(text)
    return "" if found is None else found[1]


def _declared(text: str) -> set[str]:
    """The names that a declaration may introduce."""
    if "{" in text and not text.startswith(("enum", "typedef enum")):
        text = text[: text.index("{")] + text[text.rindex("}") :]
    words = WORD.findall(text)
    if "{" not in text and "}" not in text and "(" not in text:
        words = words[-1:]
    return set(words) - _KEYWORDS


def _without_unused_externs(segment: _Segment, segments: list[_Segment]) -> _Segment:
    """Blank the `extern` prototypes of preprocessed text that nothing else mentions, whatever decorates them."""
    if segment.system or "extern" not in segment.text:
        return segment
    counts: dict[str, int] = {}
    for other in segments:
        if not other.system:
            for word in WORD.findall(other.text):
                counts[word] = counts.get(word, 0) + 1
    result, position = [], 0
    for chunk in chunks(segment.text):
        position += len(chunk)
        name = re.search(r"(\w+)\s*\(", chunk)
        unused = chunk.lstrip().startswith("extern") and "{" not in chunk and name and counts[name[1]] == 1
        result.append(re.sub(r"[^\n]", " ", chunk) if unused else chunk)
    return _Segment(segment.file, segment.line, False, "".join(result) + segment.text[position:])


# ---------------------------------------------------------------------------------------------------------- decoration


def _plain(text: str) -> str:
    """System text without any decoration; its float types of other widths are never computed with."""
    text = _rewrite(text, lambda position, message: None)
    return re.sub(r"\b(?:_Float128|__float128|_Float64x|__int128)\b", "long double", text)


def _neutralise(text: str) -> str:
    """The user's text without decoration; a function that nothing reaches may be written in any way."""
    told: list[tuple[int, str]] = []
    plain = spelled(_rewrite(text, lambda position, what: told.append((position, what))))
    plain = f"#pragma {LAYOUT}\n{plain}" if any(what == _LAYOUT for _, what in told) else plain
    found = [(position, what) for position, what in told if what != _LAYOUT]
    if not found:
        return plain
    # A pragma is about what follows, wherever it stands.
    text = without_unused(text, [position for position, what in found if what[0] != "#"])

    def reject(position: int, what: str) -> None:
        if what == _LAYOUT:
            return
        *_, marker = _MARKER.finditer(text, 0, position)
        line = int(marker[1]) + text.count("\n", marker.end() + 1, position)
        kind = InputError if what == _NO_TEXT else UnsupportedError
        raise kind(f"{marker[2]}:{line}: {what}")

    rest = spelled(_rewrite(text, reject))
    return f"#pragma {LAYOUT}\n{rest}" if plain.startswith("#pragma") else rest


def _rewrite(text: str, reject: Rejection) -> str:
    """The text with decoration removed and line breaks kept; `reject` is told of what changes the meaning."""
    result, position = [], 0
    for match in _SPECIAL.finditer(text):
        word, start = match[0], match.start()
        if start < position or word[0] in "\"'":
            continue
        result.append(text[position:start])
        position = match.end()
        if word in _DIGRAPHS:
            result.append(_DIGRAPHS[word])
        elif not (word[0].isalpha() or word[0] == "_") or not word.isascii():
            _judge_spelling(word, start, reject)
            result.append("" if word[0] == "#" else word)
        elif word in _PLAIN:
            result.append(_PLAIN[word])
        elif word in _FUNCTION_NAMES:
            # Only the message of a failed assertion may hold it without anybody noticing.
            if not _MESSAGE.search(text[max(0, start - 100) : start]):
                reject(start, f"{word} is not supported")
            result.append('""')
        elif word in _ATTRIBUTES or word in _ASM:
            position = _skip_parentheses(text, position)
            removed = text[match.end() : position]
            if word in _ASM:
                _judge_symbol(removed, text, start, reject)
            else:
                _judge(removed, text, start, reject)
            result.append("\n" * removed.count("\n"))
        elif word in _FORBIDDEN:
            reject(start, f"{_FORBIDDEN[word]} is not supported")
            result.append(word)
    return "".join(result) + text[position:]


_DECLARATOR = 4000
"""Characters of a declarator that are looked at."""

_LINE = re.compile(r"^#[^\n]*$", re.MULTILINE)
_FUNCTION = re.compile(r"[\w\s*]*[\s*](\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*")
"""The declaration of a function, as far as its parameters: what it is and its type, its name, and they."""

_NO_NAMES = (
    _KEYWORDS | _ATTRIBUTES | {"if", "while", "for", "switch", "return", "sizeof", "_Bool", "typeof", "__typeof__"}
)

_LAYOUT = "layout"
"""What is said of an attribute or pragma that only changes the layout of structs: nothing is known of it then."""

_PACKING = re.compile(r"#[ \t]*pragma[ \t]+pack\b")
_NO_TEXT = "what stands here is no text in UTF-8"


def _judge_spelling(word: str, position: int, reject: Rejection) -> None:
    """Pragmas, attributes in double brackets, and names that the parser does not know."""
    match word[0]:
        case "#":
            if _PACKING.match(word):
                reject(position, _LAYOUT)
            elif not _HARMLESS_PRAGMAS.match(word):
                reject(position, f"{' '.join(word.split())} is not supported")
        case _ if word.endswith("&&"):
            reject(position, "the address of a label is not supported")
        case "?":
            reject(position, "a choice without a second operand is not supported")
        case "[":
            reject(position, "an attribute in double brackets is not supported")
        case _ if any(character == "\ufffd" or "\udc80" <= character <= "\udcff" for character in word):
            reject(position, _NO_TEXT)
        case _:
            reject(position, "a name with other characters than letters, digits and _ is not supported")


def _judge_symbol(argument: str, text: str, position: int, reject: Rejection) -> None:
    """After the declarator of a function, as in `int f(int) asm("g");`, assembly only gives it another symbol.

    That is harmless as long as it is the symbol of nothing else here.
    """
    declared = _declared_function(text[max(0, position - _DECLARATOR) : position])
    if not declared or not re.match(r"\s*\(\s*\"", argument):
        reject(position, "inline assembly is not supported")
        return
    symbol = "".join(part[1:-1] for part in re.findall(LITERAL, argument))
    named = symbol != declared and symbol in WORD.findall(re.sub(LITERAL, "", text))
    if is_known(declared) or is_known(symbol) or named:
        reject(position, f"another symbol for {declared} is not supported")


def _judge(argument: str, text: str, position: int, reject: Rejection) -> None:
    for name in _attributes(argument):
        if name.strip("_") in ("packed", "aligned"):
            reject(position, _LAYOUT)
        elif name.strip("_") == "weak" and is_of_a_body(text, position):
            continue  # no other one takes its place in a program of these files
        elif name.strip("_") not in _HARMLESS:
            reject(position, f"attribute {name.strip('_')} is not supported")


def _declared_function(before: str) -> str:
    """The name of the function whose declarator a text ends with; empty if it does not, or that is not clear.

    `if (x)` is no declarator, and `extern int (x)` is one of a variable.
    """
    text = _LINE.sub("", re.split(r"[;{}]", before)[-1])
    found = _FUNCTION.fullmatch(text)
    if found is None or found[1] in _NO_NAMES:
        return ""
    alone = WORD.fullmatch(found[2].strip())
    return "" if alone and alone[0] not in _NO_NAMES else found[1]


def _attributes(argument: str) -> Iterator[str]:
    """The names of attributes in `((one, two(argument)))`."""
    depth = 0
    for piece in PIECE.finditer(argument):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if depth == 2 and WORD.fullmatch(piece[0]):
            yield piece[0]


def _skip_parentheses(text: str, position: int) -> int:
    """The position after the parenthesised text (and after `volatile`/`goto` words) that follows."""
    depth = 0
    for piece in PIECE.finditer(text, position):
        if piece[0] == "(":
            depth += 1
        elif piece[0] == ")":
            depth -= 1
            if depth == 0:
                return piece.end()
        elif depth == 0 and piece[0].strip("_") not in ("volatile", "goto", "inline"):
            return position
    return position
