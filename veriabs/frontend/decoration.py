"""Remove GNU decoration (attributes, pragmas, inline assembly) that changes nothing, and record the rest as pragmas.

    int f(int) __attribute__((nonnull));     becomes     int f(int);
    struct s { ... } __attribute__((packed));     keeps a pragma before it, which states that it is packed

An unsupported declaration only matters if the entry reaches it; `refuse_reached` reports it after the unreached
declarations are removed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.frontend.assembly import ATTRIBUTES, EFFECT, Rejection, assembly
from veriabs.frontend.dialect import (
    KEPT,
    LAYOUT,
    LITERAL,
    NO_RETURN,
    PACKED,
    PROMISED,
    REFUSED,
    REJECTED,
    SAME,
    encode_extensions,
)
from veriabs.frontend.known_functions import SYSTEM
from veriabs.frontend.library import WITHOUT_EFFECT
from veriabs.frontend.parse import FUNCTION_NAMES
from veriabs.frontend.unused_declarations import PIECE, WORD, blank, chunks, is_of_a_body, skip_parentheses

MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"([ \t\d]*)$', re.MULTILINE)
_NOTED = re.compile(rf"^#pragma (?:({REFUSED})|{REJECTED}) (.*)$", re.MULTILINE)
_OWN = tuple(f"#pragma {word}" for word in (LAYOUT, PACKED, REFUSED, REJECTED, KEPT, PROMISED))
_RUNS_BY_ITSELF = frozenset(("constructor", "destructor", "section", "init_priority"))
_RECORD = re.compile(r"\b(?:struct|union)\b[^;(){}=]*\{")
_ENUM = re.compile(r"\benum\b[^;{}=]*\{")
_SECTION = re.compile(rf"section(?:__)?\s*\(\s*((?:{LITERAL}|\s)+)\)")
_RUN_SECTION = re.compile(r"\.(?:preinit_array|init_array|fini_array|ctors|dtors).*|\.init|\.fini|.*\\.*")
"""Sections whose content the loader runs, and names with escape sequences."""
_PROMISES = frozenset(
    ("nonnull", "returns_nonnull", "pure", "const", "malloc", "assume_aligned", "alloc_align", NO_RETURN)
)
"""Attributes by which gcc assumes something about a function that it does not check."""
_Note = tuple[int, str]
"""A place of a text, and the reason why the declaration there is not supported."""
_ASM = frozenset(("asm", "__asm", "__asm__"))
_DROPPED = frozenset(("__extension__", "_Noreturn"))
_PLAIN = {
    "__inline": "inline",
    "__inline__": "inline",
    "__const": "const",
    "__const__": "const",
    **dict.fromkeys(("__restrict", "__restrict__"), "restrict"),
    "__signed": "signed",
    "__signed__": "signed",
    "__volatile": "volatile",
    "__volatile__": "volatile",
    "__builtin_offsetof": "offsetof",
}
# The arguments of the function that <assert.h> calls: text, file, line, function.
_MESSAGE = re.compile(r",\s*\d+\s*,\s*(?:__extension__\s*)?$")
_FORBIDDEN = {
    **dict.fromkeys(("_Thread_local", "__thread", "_Atomic"), "a thread-local or atomic object"),
    **dict.fromkeys(("__int128", "__int128_t", "__uint128_t"), "a 128-bit integer"),
    **dict.fromkeys(("_Float128", "__float128", "_Float64x", "_Float16", "_Decimal64"), "a non-standard float type"),
    **dict.fromkeys(("_Complex", "__complex__"), "a complex number"),
    **dict.fromkeys(("_Alignas", "__label__"), "an extension of C"),
    **dict.fromkeys(("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp"), "setjmp or longjmp"),
    **dict.fromkeys(("longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"), "setjmp or longjmp"),
    **dict.fromkeys(("pthread_create", "thrd_create"), "a thread"),
    "__CPROVER_rounding_mode": "a change of the rounding mode",
}
_IN_PLACE = {"a 128-bit integer": "long", "a non-standard float type": "double", "a complex number": ""}
_IN_PLACE |= {"a thread-local or atomic object": ""}
"""How a declaration is spelled that is refused where it is reached: in a way that the parser reads."""
_HARMLESS = frozenset(
    (
        *("noreturn", "unused", "used", "noinline", "always_inline", "noclone", "noipa", "flatten", "artificial"),
        *("pure", "const", "malloc", "nonnull", "returns_nonnull", "format", "format_arg", "sentinel", "access"),
        *("warn_unused_result", "deprecated", "unavailable", "cold", "hot", "leaf", "nothrow", "alloc_size"),
        *("alloc_align", "assume_aligned", "fallthrough", "nonstring", "no_sanitize", "no_sanitize_address"),
        *("no_sanitize_undefined", "no_sanitize_thread", "no_instrument_function", "visibility", "may_alias"),
        *("externally_visible", "common", "nocommon", "designated_init", "section", "no_reorder", "tainted_args"),
        *("annotate", "maybe_unused", "nodiscard", "null_terminated_string_arg", "counted_by"),
    )
)
"""Attributes that do not change the result of a program; others are rejected."""
_HARMLESS_PRAGMAS = re.compile(
    r"#[ \t]*pragma(?![ \t]*(?:GCC|STDC|weak|redefine_extname|extern_prefix|scalar_storage_order|ms_struct|pack)\b)"
    r"|#[ \t]*pragma[ \t]+"
    r"(GCC[ \t]+(diagnostic|unroll|ivdep|poison|dependency|system_header|warning|error|visibility)\b"
    r"|STDC[ \t]+(FP_CONTRACT|FENV_ACCESS|CX_LIMITED_RANGE)\b)"
)
"""Pragmas that do not change the result of a program, including those that the compiler ignores."""
_BRACKETS = re.compile(r"\[\s*\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\s*\]")
_OF_OTHERS = re.compile(r"\bgnu\s*::|\b(?!gnu\b)\w+\s*::\s*\w+\s*(?:\([^()]*\))?")
"""The prefix of gcc's attributes in double brackets, and those of other compilers, which gcc ignores."""
_DIGRAPHS = {"<:": "[", ":>": "]", "<%": "{", "%>": "}"}
_WORDS = {*WITHOUT_EFFECT, *ATTRIBUTES, *_ASM, *_DROPPED, *_PLAIN, *FUNCTION_NAMES, *_FORBIDDEN}

_SPECIAL = re.compile(
    LITERAL + r"|#[ \t]*pragma[^\n]*|\[\s*\[|\?\s*:|[=({,?:]\s*&&|<:|:>|<%|%>"
    r"|\$|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|[^\x00-\x7f]"
    r"|(?<![\w$])(?:" + "|".join(sorted(_WORDS)) + r"|__CPROVER_ASYNC_\w*)(?![\w$])"
)


def strip_decoration(text: str) -> str:
    """System text without any decoration; its float types of other widths are never computed with."""
    text = rewrite(text, lambda position, message: None)
    return re.sub(r"\b(?:_Float128|__float128|_Float64x|__int128)\b", "long double", text)


def neutral(text: str) -> str:
    """The user's text without decoration; decoration with a meaning becomes a pragma before its declaration."""
    notes: list[_Note] = []
    simple = encode_extensions(rewrite(text, lambda position, what: notes.append((position, what))))
    if not notes:
        return simple
    return encode_extensions(rewrite(_marked(text, sorted(notes)), lambda position, what: None))


def noted_system(chunk: str) -> str:
    """The pragmas for a declaration of a system header whose layout or meaning is unknown."""
    notes: list[str] = []
    rewrite(chunk, lambda position, what: notes.append(what))
    refused = [f"#pragma {REFUSED} {SYSTEM}:1: {what}\n" for what in notes if what.startswith(("attribute", "#"))]
    return "".join(refused[:1])


def refuse_reached(text: str) -> str:
    """Return the text if it contains no unsupported declaration; else raise InputError or UnsupportedError with the
    place."""
    if found := _NOTED.search(text):
        raise (UnsupportedError if found[1] else InputError)(found[2])
    return text


def _marked(text: str, notes: list[_Note]) -> str:
    """Add pragmas before declarations, and remove the bodies of unsupported functions."""
    markers = list(MARKER.finditer(text))
    starts = [marker.start() for marker in markers]

    def place(position: int) -> tuple[str, int]:
        marker = markers[bisect_right(starts, position) - 1]
        return marker[2], int(marker[1]) + text.count("\n", marker.end() + 1, position)

    result, position, next_note, packing = [], 0, 0, [_DEFAULT]
    parts = list(chunks(text))
    for part in [*parts, text[sum(map(len, parts)) :]]:
        noted = []
        while next_note < len(notes) and notes[next_note][0] < position + len(part):
            noted.append(notes[next_note])
            next_note += 1
        declaration = position + _first(part) if noted else position
        _set_packing(packing, [what for place_, what in noted if place_ < declaration])
        in_effect = packing[-1]
        inside = [what for place_, what in noted if place_ >= declaration and _PACKING.match(what)]
        _set_packing(packing, inside)
        noted = [one for one in noted if not _PACKING.match(one[1])]
        if (in_effect != _DEFAULT or inside) and _RECORD.search(part):
            noted.append((position, _LAYOUT))
        if any(what == _LAYOUT for _, what in noted):
            if not inside and _is_packed(part, in_effect):
                noted.append((position, _PACKED))
            if _ENUM.search(part) and "packed" in part:
                noted.append((position, "attribute packed of an enum is not supported"))
        result.append(_noted(part, position, noted, place) if noted else part)
        position += len(part)
    return "".join(result)


def _set_packing(packing: list[str], notes: list[str]) -> None:
    """Apply `#pragma pack` to `packing`, the stack of packing values in effect; the last one is the current one."""
    for what in notes:
        if not (pragma := _PACKING.match(what)):
            continue
        given = re.findall(r"\w+", what[pragma.end() :])
        if given == ["pop"]:
            packing[:] = packing[:-1] or [_DEFAULT]
        elif given[:1] == ["push"]:
            packing.append(" ".join(given[1:]) or packing[-1])
        else:
            packing[-1] = " ".join(given)


def _is_packed(chunk: str, packing: str) -> bool:
    """Whether all structs of a declaration are packed: by the pragma, or the only one by its own attribute."""
    given = [name.strip("_") for found in _ATTRIBUTE.finditer(chunk) for name in _attributes(found[0])]
    if "aligned" in given or packing not in (_DEFAULT, "1"):
        return False
    simple = _ATTRIBUTE.sub("", chunk)
    is_alone = len(_RECORD.findall(simple)) == simple.count("{") == 1
    return packing == "1" or (is_alone and _PACKED_STRUCT.search(chunk) is not None)


def _noted(chunk: str, start: int, notes: list[_Note], place: Callable[[int], tuple[str, int]]) -> str:
    """A declaration after pragmas with its notes; a pragma of the user's affects all later code, so it stays."""
    kinds = [what for _, what in notes]
    promises = [one for one in notes if one[1].startswith(PROMISED)]
    refused = [one for one in notes if one[1] not in (_LAYOUT, _PACKED, _KEPT) and one not in promises]
    lines = [f"#pragma {LAYOUT}"] if _LAYOUT in kinds else []
    lines += [f"#pragma {PACKED}"] if _PACKED in kinds else []
    lines += [f"#pragma {what} at line {place(position)[1]}" for position, what in promises]
    for position, what in refused:
        file, line = place(position)
        lines.append(f"#pragma {REJECTED if what == _NO_TEXT else REFUSED} {file}:{line}: {what}")
    lines += [f"#pragma {KEPT}"] if _KEPT in kinds or any(what[0] == "#" for what in kinds) else []
    offset = _first(chunk)
    file, line = place(start + offset)
    column = offset - (chunk.rfind("\n", 0, offset) + 1)
    if refused and chunk.endswith("}") and (brace := _body(chunk)) >= 0:
        chunk = f"{chunk[: brace + 1]}{blank(chunk[brace + 1 : -1])}}}"
    pragmas = "\n".join(lines)
    return f'{chunk[:offset]}\n{pragmas}\n# {line} "{file}"\n{" " * column}{chunk[offset:]}'


def _first(chunk: str) -> int:
    """The start of a declaration after empty lines and preprocessor lines."""
    position = 0
    for found in re.finditer(r"[ \t]*(#[^\n]*)?(?:\n|$)", chunk):
        if found.start() != position or not found[0]:
            break
        position = found.end()
    return position + len(chunk[position:]) - len(chunk[position:].lstrip())


def _body(chunk: str) -> int:
    """The start of a function's body."""
    depth = 0
    for piece in reversed(list(PIECE.finditer(chunk))):
        depth += {"}": 1, "{": -1}.get(piece[0], 0)
        if piece[0] == "{" and depth == 0:
            return piece.start()
    return -1


def rewrite(text: str, reject: Rejection) -> str:
    """Remove decoration and keep line breaks; calls `reject` for decoration with a meaning."""
    result, position = [], 0
    for match in _SPECIAL.finditer(text):
        word, start = match[0], match.start()
        if start < position or word[0] in "\"'":
            continue
        result.append(text[position:start])
        position = match.end()
        if word in _DIGRAPHS:
            result.append(_DIGRAPHS[word])
        elif (letter := _spelled_letter(word)) and letter not in text:
            result.append(letter)
        elif word[0] == "[" and (found := _BRACKETS.match(text, start)):
            position = found.end()
            _judge(f"(({_OF_OTHERS.sub('', found[1])}))", text, start, reject)
            result.append("\n" * found[0].count("\n"))
        elif not (word[0].isalpha() or word[0] == "_") or not word.isascii():
            _judge_spelling(word, start, reject)
            word = f"? {SAME} :" + "\n" * word.count("\n") if word[0] == "?" else word
            result.append("" if word[0] == "#" and not word.startswith(_OWN) else word)
        elif word == "_Noreturn":
            reject(start, f"{PROMISED} {NO_RETURN}")
        elif word in _PLAIN:
            result.append(_PLAIN[word])
        elif word in FUNCTION_NAMES:
            # Only the message of a failed assertion may hold it without anybody noticing.
            result.append('""' if _MESSAGE.search(text[max(0, start - 100) : start]) else word)
        elif word in ATTRIBUTES or word in _ASM:
            position = skip_parentheses(text, position)
            removed = text[match.end() : position]
            if word in _ASM:
                result.append(assembly(removed, text, start, reject))
            else:
                _judge(removed, text, start, reject)
            result.append("\n" * removed.count("\n"))
        elif word in WITHOUT_EFFECT:
            position = _end_of_statement_arguments(text, start, position, reject)
            removed = text[match.end() : position]
            result.append("\n" * removed.count("\n") if removed else word)
        elif word in _FORBIDDEN or word.startswith("__CPROVER_ASYNC_"):  # a label that begins a thread for CBMC
            what = _FORBIDDEN.get(word, "a thread")
            reject(start, f"{what} is not supported")
            result.append(_IN_PLACE.get(what, word))
    return "".join(result) + text[position:]


def _spelled_letter(word: str) -> str:
    """The letters, known to the parser, for another character of a name (C11 6.4.2.1); empty for what is none."""
    code = ord(word) if len(word) == 1 else int(word[2:], 16) if word[:2] in ("\\u", "\\U") else 0
    return f"_u{code:x}_" if word == "$" or (code > 127 and not 0xD800 <= code < 0xE000 and code != 0xFFFD) else ""


def _end_of_statement_arguments(text: str, start: int, position: int, reject: Rejection) -> int:
    """The end of the arguments of a statement without effect; the same position for a declaration of its name."""
    if not text[:start].rstrip().endswith((";", "{", "}", ")", ":")):
        return position
    end = skip_parentheses(text, position)
    if EFFECT.search(text[position:end]):
        reject(start, f"an effect in {text[start:position]} is not supported")
    return end


_LAYOUT = "layout"
"""The note on an attribute that only changes the layout of structs, which is then unknown."""
_PACKED = "packed"
"""The note on a declaration whose structs have no space between members."""
_KEPT = "kept"
"""The note on an attribute that makes a declaration relevant even if no code mentions it."""

_PACKING = re.compile(r"#[ \t]*pragma[ \t]+pack\b")
_DEFAULT = ""
"""The packing without pragma."""
_ATTRIBUTE = re.compile(r"\b__attribute(?:__)?\s*\(\((?:[^()]|\([^()]*\))*\)\)")
_OWN_PACKING = r"__attribute(?:__)?\s*\(\(\s*_*packed_*\s*\)\)"
_PACKED_STRUCT = re.compile(rf"\}}\s*{_OWN_PACKING}|\b(?:struct|union)\s*{_OWN_PACKING}\s*\w*\s*\{{")
_NO_TEXT = "this text is not UTF-8"


def _judge_spelling(word: str, position: int, reject: Rejection) -> None:
    """Pragmas, attributes in double brackets, and names that the parser does not know."""
    match word[0]:
        case "#":
            if _PACKING.match(word):
                reject(position, word)
            elif not _HARMLESS_PRAGMAS.match(word):
                reject(position, f"{' '.join(word.split())} is not supported")
        case "?":
            pass  # replaced after parsing
        case _ if word.endswith("&&"):
            reject(position, "the address of a label is not supported")
        case "[":
            reject(position, "an attribute in double brackets is not supported")
        case _ if any(character == "\ufffd" or "\udc80" <= character <= "\udcff" for character in word):
            reject(position, _NO_TEXT)
        case _:
            reject(position, "a name with other characters than letters, digits and _ is not supported")


def _judge(argument: str, text: str, position: int, reject: Rejection) -> None:
    """Accept attributes that do not change a result; others are rejected, or noted by a word such as `_PACKED`."""
    for name in _attributes(argument):
        if name.strip("_") in _PROMISES:
            reject(position, f"{PROMISED} {name.strip('_')}")
        if name.strip("_") in _RUNS_BY_ITSELF:
            reject(position, _KEPT)
        if name.strip("_") == "section" and _has_meaning(argument, text):
            reject(position, "attribute section is not supported")
        if name.strip("_") in ("packed", "aligned"):
            reject(position, _LAYOUT)
        elif name.strip("_") == "weak" and is_of_a_body(text, position):
            reject(position, f"{PROMISED} weak and not replaced")
        elif name.strip("_") not in _HARMLESS:
            reject(position, f"attribute {name.strip('_')} is not supported")


def _has_meaning(argument: str, text: str) -> bool:
    """Whether the loader runs the content of a section, or the program names the section's start or end."""
    found = _SECTION.search(argument)
    name = "".join(part[1:-1] for part in re.findall(LITERAL, found[1])) if found else "\\"
    return bool(_RUN_SECTION.fullmatch(name)) or f"__start_{name}" in text or f"__stop_{name}" in text


def _attributes(argument: str) -> Iterator[str]:
    """The names of attributes in `((one, two(argument)))`."""
    depth = 0
    for piece in PIECE.finditer(argument):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if depth == 2 and WORD.fullmatch(piece[0]):
            yield piece[0]
