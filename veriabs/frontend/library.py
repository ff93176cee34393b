"""Functions that a program may call without defining them: a table of name, prototype, effect and model.

A model is the function's meaning as C code; functions without one are lowered by hand (`lower/libc`, `primitives`).
Each model is a function of the C standard (7.4 ctype, 7.12 math, 7.22 and 7.24 strings) or a built-in of gcc. It
guarantees as much as these documents and no more: `any` is an arbitrary number, used where only the sign of a result or
whether it is zero is specified, or where a precondition is violated. A test compares each model with the real function.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import NamedTuple

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.core.source import DataModel

ANY = "__veriabs_any"
"""The function of the models that gives any number."""


class Effect(Enum):
    """The effect of a function on memory or on the run."""

    READS = "writes to nothing that the program can read"
    STREAMS = "writes to a stream, of which a replayed program has none, and to nothing that the program can read"
    SEARCHES = "returns its first argument, or a pointer into it"
    FILLS = "writes to where its first argument points, and returns that or a number"
    COPIES = "copies from where its second argument points to where the first one does, and returns that"
    COPIES_ANEW = "returns a new piece of memory with what its first argument points to"
    ALLOCATES = "returns a new piece of memory"
    CLEARS = "returns a new piece of memory that is filled with zeros"
    RESIZES = "returns its first argument, or a new piece of memory with what that points to"
    ENDS = "ends the run"
    ASSUMES = "ends the run unless its first argument holds"
    ASSERTS = "is an error of the program unless its first argument holds"
    FAILS = "is an error of the program"


class ArgumentRange(NamedTuple):
    """The arguments from `low` to `high` for which a function of one argument is defined."""

    low: int
    high: int


class LibraryModel(Struct, frozen=True):
    """A function of the C library as C text; `truth`: the standard states only whether its result is zero.

    `domain` are the arguments for which it is defined, if it has one argument.
    """

    name: str
    text: str
    effect: Effect
    truth: bool = False
    domain: ArgumentRange | None = None

    @property
    def prototype(self) -> str:
        head, _, listed = self.text.partition("{")[0].strip().rstrip(")").partition("(")
        types = [re.sub(r"(?<=[ *])\w+$", "", parameter.strip()).strip() for parameter in listed.split(",")]
        return f"{head}({', '.join(types)})"

    def definition(self, data_model: DataModel, *, guarded: bool = False) -> str:
        """The C text of the function; `guarded`: with an arbitrary result for arguments outside of its domain."""
        size = "unsigned long" if data_model is DataModel.LP64 else "unsigned int"
        text = self.text.replace("__SIZE_TYPE__", size).replace("int any", f"int any = {ANY}()")
        if not guarded or self.domain is None:
            return text
        beyond = "0" if self.truth else "(c < 0 && c >= -128 ? c + 256 : c)"  # the behaviour of most libraries
        outside = f"if (c < {self.domain.low} || c > {self.domain.high}) return {ANY}() ^ {beyond};"
        return text.replace("{", f"{{ {outside}", 1)


_CHARACTER = ArgumentRange(-1, 255)
"""C11 7.4: the value of an unsigned char, or EOF."""
_KINDS = {
    "isalnum": "(c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')",
    "isalpha": "(c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')",
    "isblank": "c == ' ' || c == '\\t'",
    "iscntrl": "(c >= 0 && c < 32) || c == 127",
    "isdigit": "c >= '0' && c <= '9'",
    "isgraph": "c > 32 && c < 127",
    "islower": "c >= 'a' && c <= 'z'",
    "isprint": "c >= 32 && c < 127",
    "ispunct": "(c > 32 && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 127)",
    "isspace": "c == ' ' || (c >= 9 && c <= 13)",
    "isupper": "c >= 'A' && c <= 'Z'",
    "isxdigit": "(c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')",
}
USUAL = {
    **{"isupper": 256, "islower": 512, "isalpha": 1024, "isdigit": 2048, "isxdigit": 4096, "isspace": 8192},
    **{"isprint": 16384, "isgraph": 32768, "isblank": 1, "iscntrl": 2, "ispunct": 4, "isalnum": 8},
    **dict.fromkeys(("isnan", "isinf", "isfinite"), 1),
}
"""The value that the GNU C library returns for "yes", out of all that the standard allows."""
_SIGN = "return d == 0 ? 0 : d < 0 ? (any < 0 ? any : d) : (any < -1 ? ~any : d);"
"""Any number of that sign; the difference, which most libraries return, unless `any` is negative."""
_LARGEST = "1.7976931348623157e308"
_TESTS = {
    "isnan": "x != x",
    "isinf": f"x > {_LARGEST} || x < -{_LARGEST}",
    "isfinite": f"x >= -{_LARGEST} && x <= {_LARGEST}",
}
_COMPARED = {"greater": ">", "greaterequal": ">=", "less": "<", "lessequal": "<="}
_TEXTS = {
    Effect.READS: (
        "int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }",
        "int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }",
        "int abs(int x) { return x < 0 ? -x : x; }",
        "long labs(long x) { return x < 0 ? -x : x; }",
        "long long llabs(long long x) { return x < 0 ? -x : x; }",
        "double fabs(double x) { return x <= 0.0 ? 0.0 - x : x; }",
        "float fabsf(float x) { return x <= 0.0f ? 0.0f - x : x; }",
        f"int __builtin_isinf_sign(double x) {{ return x > {_LARGEST} ? 1 : x < -{_LARGEST} ? -1 : 0; }}",
        "int isunordered(double x, double y) { return x != x || y != y; }",
        "int islessgreater(double x, double y) { return x < y || x > y; }",
        *(f"int is{name}(double x, double y) {{ return x {op} y; }}" for name, op in _COMPARED.items()),
        """__SIZE_TYPE__ strnlen(const char *s, __SIZE_TYPE__ n)
        { __SIZE_TYPE__ i = 0; while (i < n && s[i]) i++; return i; }""",
        """int strncmp(const char *a, const char *b, __SIZE_TYPE__ n) {
        int any, d = 0; __SIZE_TYPE__ i = 0;
        while (i < n && a[i] && a[i] == b[i]) i++;
        if (i < n) d = ((unsigned char *)a)[i] - ((unsigned char *)b)[i];"""
        + _SIGN
        + "}",
        """int memcmp(const void *v, const void *w, __SIZE_TYPE__ n) {
        const unsigned char *a = v, *b = w; int any, d = 0; __SIZE_TYPE__ i = 0;
        while (i < n && a[i] == b[i]) i++;
        if (i < n) d = a[i] - b[i];"""
        + _SIGN
        + "}",
        """__SIZE_TYPE__ strspn(const char *s, const char *set) {
        __SIZE_TYPE__ n = 0, k;
        for (; s[n]; n++) { k = 0; while (set[k] && set[k] != s[n]) k++; if (!set[k]) break; }
        return n; }""",
        """__SIZE_TYPE__ strcspn(const char *s, const char *set) {
        __SIZE_TYPE__ n = 0, k;
        for (; s[n]; n++) { k = 0; while (set[k] && set[k] != s[n]) k++; if (set[k]) break; }
        return n; }""",
        """int __builtin_popcount(unsigned x) {
        x = x - (x >> 1 & 0x55555555u); x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu; return x * 0x01010101u >> 24; }""",
        """int __builtin_popcountll(unsigned long long x) {
        x = x - (x >> 1 & 0x5555555555555555ull);
        x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full; return x * 0x0101010101010101ull >> 56; }""",
        """int __builtin_parity(unsigned x)
        { x ^= x >> 16; x ^= x >> 8; x ^= x >> 4; x ^= x >> 2; return (x ^ x >> 1) & 1; }""",
        """int __builtin_clz(unsigned x) {
        int any, n = 0; if (x == 0) return any;
        if (x < 1u << 16) { n += 16; x <<= 16; } if (x < 1u << 24) { n += 8; x <<= 8; }
        if (x < 1u << 28) { n += 4; x <<= 4; } if (x < 1u << 30) { n += 2; x <<= 2; }
        return x < 1u << 31 ? n + 1 : n; }""",
        """int __builtin_clzll(unsigned long long x) {
        int any, n = 0; if (x == 0) return any;
        if (x < 1ull << 32) { n += 32; x <<= 32; }
        if (x < 1ull << 48) { n += 16; x <<= 16; } if (x < 1ull << 56) { n += 8; x <<= 8; }
        if (x < 1ull << 60) { n += 4; x <<= 4; } if (x < 1ull << 62) { n += 2; x <<= 2; }
        return x < 1ull << 63 ? n + 1 : n; }""",
        """int __builtin_ctz(unsigned x) {
        int any, n = 0; if (x == 0) return any;
        if (!(x & 65535u)) { n += 16; x >>= 16; } if (!(x & 255u)) { n += 8; x >>= 8; }
        if (!(x & 15u)) { n += 4; x >>= 4; } if (!(x & 3u)) { n += 2; x >>= 2; }
        return x & 1u ? n : n + 1; }""",
        """int __builtin_ctzll(unsigned long long x) {
        int any, n = 0; if (x == 0) return any; if (!(x & 0xffffffffull)) { n += 32; x >>= 32; }
        if (!(x & 65535u)) { n += 16; x >>= 16; } if (!(x & 255u)) { n += 8; x >>= 8; }
        if (!(x & 15u)) { n += 4; x >>= 4; } if (!(x & 3u)) { n += 2; x >>= 2; }
        return x & 1u ? n : n + 1; }""",
        """int __builtin_ffs(int i) {
        unsigned x = i; int n = 1; if (x == 0) return 0;
        if (!(x & 65535u)) { n += 16; x >>= 16; } if (!(x & 255u)) { n += 8; x >>= 8; }
        if (!(x & 15u)) { n += 4; x >>= 4; } if (!(x & 3u)) { n += 2; x >>= 2; }
        return x & 1u ? n : n + 1; }""",
        "unsigned short __builtin_bswap16(unsigned short x) { return x << 8 | x >> 8; }",
        """unsigned __builtin_bswap32(unsigned x)
        { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }""",
        """unsigned long long __builtin_bswap64(unsigned long long x) {
        x = x << 32 | x >> 32;
        x = (x & 0x0000ffff0000ffffull) << 16 | (x >> 16 & 0x0000ffff0000ffffull);
        return (x & 0x00ff00ff00ff00ffull) << 8 | (x >> 8 & 0x00ff00ff00ff00ffull); }""",
    ),
    Effect.SEARCHES: (
        """char *strchr(const char *s, int c)
        { while (*s && *s != (char)c) s++; return *s == (char)c ? (char *)s : (char *)0; }""",
        """char *strrchr(const char *s, int c) {
        char *last = (char *)0;
        for (; *s; s++) if (*s == (char)c) last = (char *)s;
        if (!(char)c) last = (char *)s;
        return last; }""",
        """void *memchr(const void *s, int c, __SIZE_TYPE__ n) {
        const unsigned char *p = s; while (n && *p != (unsigned char)c) { p++; n--; }
        return n ? (void *)p : (void *)0; }""",
        """char *strpbrk(const char *s, const char *set) {
        __SIZE_TYPE__ k;
        for (; *s; s++) { k = 0; while (set[k] && set[k] != *s) k++; if (set[k]) break; }
        return *s ? (char *)s : (char *)0; }""",
        """char *strstr(const char *s, const char *word) {
        __SIZE_TYPE__ i = 0, k;
        for (;;) {
          k = 0; while (word[k] && s[i + k] == word[k]) k++;
          if (!word[k] || !s[i + k]) break;
          i++; }
        return word[k] ? (char *)0 : (char *)s + i; }""",
    ),
    Effect.COPIES_ANEW: (
        """char *strdup(const char *s) {
        __SIZE_TYPE__ n = 0, i; char *to; while (s[n]) n++;
        to = malloc(n + 1); for (i = 0; i <= n; i++) to[i] = s[i]; return to; }""",
    ),
}


def _function_name(text: str) -> str:
    """The function name at the start of a prototype or definition."""
    return text.partition("(")[0].replace("*", " ").split()[-1]


def _model(text: str, effect: Effect) -> LibraryModel:
    name = _function_name(text)
    return LibraryModel(name, text, effect, domain=_CHARACTER if name.startswith("to") else None)


_KIND_MODELS = tuple(
    LibraryModel(name, f"int {name}(int c) {{ return {test}; }}", Effect.READS, truth=True, domain=_CHARACTER)
    for name, test in _KINDS.items()
)
_TEST_MODELS = tuple(
    LibraryModel(name, f"int {name}(double x) {{ return {test}; }}", Effect.READS, truth=True)
    for name, test in _TESTS.items()
)
_OTHER_MODELS = tuple(_model(text, effect) for effect, texts in _TEXTS.items() for text in texts)
MODELS = {model.name: model for model in (*_OTHER_MODELS, *_KIND_MODELS, *_TEST_MODELS)}
ALIASES = {f"__builtin_{name}": name for name in MODELS if not name.startswith("__")} | (
    {f"__builtin_{name}l": f"__builtin_{name}ll" for name in ("popcount", "clz", "ctz")}
)
"""Other names; a long is as wide as a long long where both are listed (LP64)."""

INTRINSICS = {
    **dict.fromkeys(("__ESBMC_assume", "klee_assume", "__llbmc_assume"), "__CPROVER_assume"),
    **dict.fromkeys(("__ESBMC_assert", "__CPROVER_precondition", "__CPROVER_postcondition"), "__CPROVER_assert"),
    "__llbmc_assert": "__VERIFIER_assert",
}
"""Functions of other verifiers and their meaning here, unless the program defines them."""
WITHOUT_EFFECT = frozenset(("__ESBMC_loop_invariant",))
"""Annotations of other verifiers that do not change runs."""

_ENDINGS = {"double": "", "float": "f"}
"""The suffix of math functions by operand type."""
_NUMBERS = {
    "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 logb "
    "nearbyint rint round sin sinh sqrt tan tanh tgamma trunc": "x (x)",
    "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder": "x (x, x)",
    **{"fma": "x (x, x, x)", "ldexp scalbn": "x (x, int)", "scalbln": "x (x, long)", "ilogb": "int (x)"},
    **{"lrint lround": "long (x)", "llrint llround": "long long (x)"},
}
MATH = {
    f"{name}{end}": shape.replace("x", ctype).replace(" (", f" {name}{end}(")
    for names, shape in _NUMBERS.items()
    for name in names.split()
    for ctype, end in _ENDINGS.items()
}
"""Functions of <math.h> without a model, with their prototypes; each computes a number from numbers."""

_PROTOTYPES = {
    Effect.READS: (
        *("void free(void *)", "__SIZE_TYPE__ strlen(const char *)", "int strcmp(const char *, const char *)"),
        *("int printf(const char *, ...)", "int puts(const char *)", "int putchar(int)"),
        *(f"{ctype} __builtin_{name}{end}(void)" for name in ("inf", "huge_val") for ctype, end in _ENDINGS.items()),
        *(f"{ctype} __builtin_nan{end}(const char *)" for ctype, end in _ENDINGS.items()),
    ),
    Effect.STREAMS: (
        *("int fprintf(FILE *, const char *, ...)", "int fflush(FILE *)", "void perror(const char *)"),
        "void __veriabs_came(int, int)",
    ),
    Effect.SEARCHES: ("long __builtin_expect(long, long)",),
    Effect.FILLS: (
        *("void *memset(void *, int, __SIZE_TYPE__)", "int snprintf(char *, __SIZE_TYPE__, const char *, ...)"),
    ),
    Effect.COPIES: (
        *("void *memcpy(void *, const void *, __SIZE_TYPE__)", "void *memmove(void *, const void *, __SIZE_TYPE__)"),
        *("char *strcpy(char *, const char *)", "char *strncpy(char *, const char *, __SIZE_TYPE__)"),
        *("char *stpcpy(char *, const char *)", "char *strcat(char *, const char *)"),
        "char *strncat(char *, const char *, __SIZE_TYPE__)",
    ),
    Effect.ALLOCATES: tuple(f"void *{name}(__SIZE_TYPE__)" for name in ("malloc", "alloca", "__builtin_alloca")),
    Effect.CLEARS: ("void *calloc(__SIZE_TYPE__, __SIZE_TYPE__)",),
    Effect.RESIZES: ("void *realloc(void *, __SIZE_TYPE__)",),
    Effect.ENDS: (
        *(f"void {name}(void)" for name in ("abort", "__builtin_unreachable")),
        *(f"void {name}(int)" for name in ("exit", "_exit", "_Exit")),
    ),
    Effect.ASSUMES: (
        *("void __VERIFIER_assume(int)", "void __CPROVER_assume(_Bool)", "void assume_abort_if_not(int)"),
    ),
    Effect.ASSERTS: (
        *("void __VERIFIER_assert(int)", "void __CPROVER_assert(_Bool, const char *)", "void assert(int)"),
    ),
    Effect.FAILS: (
        *("void reach_error(void)", "void __VERIFIER_error(void)"),
        "void __assert_fail(const char *, const char *, unsigned int, const char *)",
        "void __assert(const char *, const char *, int)",
        "void __assert_rtn(const char *, const char *, int, const char *)",
    ),
}


class LibraryFunction(NamedTuple):
    """A function that a program may call without defining it, with its prototype as the compiler has it built in."""

    prototype: str
    effect: Effect


FUNCTIONS = {
    **{_function_name(text): LibraryFunction(text, effect) for effect, texts in _PROTOTYPES.items() for text in texts},
    **{name: LibraryFunction(model.prototype, model.effect) for name, model in MODELS.items()},
}


def model_of(name: str, data_model: DataModel) -> LibraryModel | None:
    """The model of a library function, by any of its names."""
    if name.endswith("l") and not name.endswith("ll") and data_model is not DataModel.LP64:
        return MODELS.get(name)
    return MODELS.get(ALIASES.get(name, name))


@cache
def parsed(model: LibraryModel, data_model: DataModel, *, guarded: bool = False) -> c_ast.FuncDef:
    """The definition of a model; its nodes are shared, and have no place in the user's file."""
    return CParser().parse(model.definition(data_model, guarded=guarded), "").ext[0]


def with_effect(*effects: Effect) -> frozenset[str]:
    """The names of all functions with one of the effects."""
    named = {name for name, function in FUNCTIONS.items() if function.effect in effects}
    return frozenset(named | {other for other, name in ALIASES.items() if name in named})
