"""The runtime of 32-bit replays: its library follows C, and its sanitised build reports errors and nothing else."""

from __future__ import annotations

import random
import re
import resource
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.templates import folder

READ = """
static VERIABS_INNER int veriabs_read(int file, void *to, unsigned bytes) {
  return veriabs_call(3, (unsigned)file, (unsigned)to, bytes, 0, 0);
}
"""
SHADOW = (folder() / "replay" / "shadow.c.j2").read_text(encoding="utf-8")
WITHOUT = (folder() / "replay" / "freestanding.c.j2").read_text(encoding="utf-8")
RUNTIME = WITHOUT.replace('/*% include "replay/shadow.c.j2" %*/', SHADOW) + READ
COMMON = (
    *("-m32", "-std=gnu11", "-w", "-O1", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie"),
    *("-fno-stack-protector", "-fno-strict-aliasing", "-Wno-error=implicit-function-declaration"),
)
PLAIN = (*COMMON, "-fwrapv")
# Without these, gcc drops an addition or a read the result of which is not used before it puts checks in.
KEEP_WHAT_IS_UNUSED = ("-fno-tree-dce", "-fno-tree-dse", "-fno-tree-ccp")
SANITISED = (
    *(*COMMON, "-g", "-fsanitize=kernel-address", "-fasan-shadow-offset=536870912", "--param", "asan-stack=1"),
    *("--param", "asan-globals=1", "--param", "asan-instrumentation-with-call-threshold=0"),
    *("--param", "asan-instrument-allocas=1", "-fsanitize=signed-integer-overflow,bounds"),
    *("-fno-sanitize-recover=all", "-DVERIABS_SANITISED=1"),
    *KEEP_WHAT_IS_UNUSED,
)
INLINE = (*SANITISED, "--param", "asan-instrumentation-with-call-threshold=100000")
BUILDS = {"plain": PLAIN, "sanitised": SANITISED}
ABOVE_THE_SHADOW = "-Wl,-Ttext-segment=0x40000000"
DRIVER = """
static void veriabs_sanitised(const char *what) {
  unsigned length = 0;
  while (what[length]) length++;
  veriabs_write(1, what, length);
  veriabs_exit(70);
}
static void veriabs_program_ends(int code) { veriabs_exit(code); }
int veriabs_main(void) { return program_main(); }
"""
BOUNDS, OVERFLOW, FREE = (70, "out of bounds"), (70, "signed overflow"), (70, "invalid free")
FINE = (0, "")


def makes_32_bit_code() -> bool:
    if not shutil.which("gcc"):
        return False
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "empty.c")
        source.write_text("void _start(void) {}\n", encoding="utf-8")
        command = ["gcc", *PLAIN, str(source), "-o", str(source.with_suffix(""))]
        return subprocess.run(command, capture_output=True, timeout=60).returncode == 0


pytestmark = pytest.mark.skipif(not makes_32_bit_code(), reason="gcc makes no 32-bit programs")


def build(at: Path, options: tuple[str, ...], text: str) -> Path:
    """Compiles a program, the C text of which is complete, to `at`."""
    source = at.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    made = subprocess.run(["gcc", *options, str(source), "-o", str(at)], capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    return at


def run(program: Path, given: bytes = b"", stack: int = 8 << 20) -> tuple[int, str]:
    """Exit code (negative: the signal) and output; `stack` is its limit in bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    done = subprocess.run([str(program)], input=given, capture_output=True, timeout=60, preexec_fn=limit)
    return done.returncode, re.sub(r" \(0x[0-9a-f]{8}\)", "", done.stdout.decode())  # where it was called


@pytest.fixture
def outcome(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Exit code and output of a program that has `program_main`; `sanitised` unless told."""

    def find(text: str, build_name: str = "sanitised", *options: str, stack: int = 8 << 20) -> tuple[int, str]:
        whole = RUNTIME + text + DRIVER
        return run(build(tmp_path / "program", (*BUILDS[build_name], *options), whole), stack=stack)

    return find


def choosing(functions: str, names: list[str]) -> str:
    """A program that reads the number of one of its functions and an argument, and calls it."""
    table = ", ".join(names)
    return f"""{RUNTIME}{functions}
int program_main(void) {{
  static int (*const all[])(int) = {{{table}}};
  static int chosen[2];
  if (veriabs_read(0, chosen, 8) != 8) return 1;
  all[chosen[0]](chosen[1]);
  return 0;
}}
{DRIVER}"""


# ------------------------------------------------------------------------------------------------------- bounds

BOUNDED = r"""
extern void *malloc(unsigned), *calloc(unsigned, unsigned), *realloc(void *, unsigned), free(void *);
extern void *memset(void *, int, unsigned), *memcpy(void *, const void *, unsigned);
extern unsigned strlen(const char *);
extern char *strcpy(char *, const char *);
__attribute__((noinline)) void *hide(void *p) { __asm__ volatile("" : "+r"(p)); return p; }
int zeros[10], data[10] = {1, 2, 3}, large[10000000];
static const int constants[10] = {4, 5, 6};
char odd[13];
struct pair { int a[3]; int b; } one, many[4];
struct wide { int a[9]; } wides[3];
static long long words[5];
int zero_global(int i) { return zeros[i]++; }
int zero_pointer(int i) { int *p = hide(zeros); return p[i]++; }
int data_pointer(int i) { int *p = hide(data); return p[i]++; }
int constant_pointer(int i) { const int *p = hide((void *)constants); return p[i]; }
int odd_pointer(int i) { char *p = hide(odd); return p[i] = 1; }
int large_global(int i) { return large[i] = 7; }
int large_pointer(int i) { int *p = hide(large); return p[i] = 7; }
int word_pointer(int i) { long long *p = hide(words); return p[i] = 7; }
int word_crossing(int i) { return *(long long *)((char *)hide(words) + i); }
int member(int i) { struct pair *p = hide(&one); return p->a[i] + p->b; }
int array_of_pairs(int i) { struct pair *p = hide(many); return p[i].b = 3; }
int copied_struct(int i) { struct wide *p = hide(wides); p[0] = p[i]; return 0; }
int stack_direct(int i) { int a[10]; hide(a); return a[i] = 1; }
int stack_pointer(int i) { int a[10]; int *p = hide(a); return p[i] = 1; }
int stack_char(int i) { char a[13]; char *p = hide(a); return p[i] = 1; }
int stack_large(int i) { int a[1000000]; int *p = hide(a); return p[i] = 1; }
int two_dimensions(int i) { int a[4][5]; int (*p)[5] = hide(a); return p[i][4] = 1; }
int variable_length(int i) { int n = (int)hide((void *)10); int a[n]; hide(a); return a[i] = 1; }
int variable_pointer(int i) { int n = (int)hide((void *)10); int a[n]; int *p = hide(a); return p[i] = 1; }
int variable_constant(int i) { int n = 10; int a[n]; int *p = hide(a); return p[i] = 1; }
int unused_read(int i) { int *p = hide(zeros); int unused = p[i]; return 0; }
int variable_loop(int i) {
  for (int n = 1; n < 100; n++) { char a[n]; char *p = hide(a); p[n - 1 + i] = 1; p[0] = 2; }
  return 0;
}
int heap(int i) { int *p = malloc(40); return p[i] = 1; }
int heap_odd(int i) { char *p = malloc(13), *q = malloc(13); return p[i] = q[i] = 1; }
int heap_none(int i) { char *p = malloc(0), *q = malloc(0); if (p == q || !p) hide(0); return i < 0 ? 0 : p[i]; }
int heap_large(int i) { char *p = malloc(100000000); return p[i] = 1; }
int heap_zero(int i) { int *p = calloc(10, 4); return p[i] ? *(int *)hide(0) : 0; }
int heap_grown(int i) { int *p = malloc(8); p[1] = 5; p = realloc(p, 40); return p[1] == 5 ? p[i] : *(int *)hide(0); }
int grown_old(int i) { int *p = malloc(8), *q = realloc(p, 40); q[1] = 1; return i ? p[1] : 0; }
int freed(int i) { int *p = malloc(400); free(p); free(0); return i ? p[99] : 0; }
int freed_twice(int i) { int *p = malloc(400); free(p); if (i) free(p); return 0; }
int freed_inside(int i) { int *p = malloc(400); free(p + i); return 0; }
int freed_other(int i) { static int a[40]; if (i) free(a + 20); return 0; }
int set_memory(int i) { memset(hide(large), 1, 39999999 + i); return 0; }
int copy_from(int i) { char to[100]; memcpy(hide(to), hide(odd), i); return 0; }
int copy_to(int i) { char from[100]; memcpy(hide(odd), hide(from), i); return 0; }
int long_text(int i) { char a[4]; memset(a, 'x', 4); a[i] = 0; return strlen(hide(a)); }
int string_copy(int i) { char a[4]; strcpy(hide(a), (const char *)hide("12345") + i); return 0; }
int null_read(int i) { return i ? *(int *)hide((void *)(4 * i)) : 0; }
int null_write(int i) { return i ? (*(char *)hide((void *)(i - 1)) = 1) : 0; }
int shadow_write(int i) { return i ? (*(char *)hide((void *)0x22222222) = 1) : 0; }
int deep(int i) { int a[20]; int *p = hide(a); p[19] = i; return i ? deep(i - 1) + p[19] : 0; }
int shallow(int i) { volatile char a[100000]; for (int k = 0; k < 100000; k++) a[k] = 1; return i; }
int deep_then_shallow(int i) { return deep(i) + shallow(i); }
__attribute__((noreturn)) void stop(int i) { int a[9]; int *p = hide(a); p[i] = 1; veriabs_exit(0); }
int no_return(int i) { int a[9]; hide(a); stop(i); }
"""

WITHIN_AND_BEYOND = {
    "zero_global": ((0, 9), (-1, 10)),
    "zero_pointer": ((0, 9), (-1, 10)),
    "data_pointer": ((0, 9), (-1, 10)),
    "constant_pointer": ((0, 9), (-1, 10)),
    "odd_pointer": ((0, 12), (-1, 13)),
    "large_global": ((0, 9_999_999), (-1, 10_000_000)),
    "large_pointer": ((0, 9_999_999), (-1, 10_000_000)),
    "word_pointer": ((0, 4), (-1, 5)),
    "word_crossing": ((0, 4, 32), (-1, 33, 36)),
    "member": ((0, 2), (-1, 3)),
    "array_of_pairs": ((0, 3), (-1, 4)),
    "copied_struct": ((0, 2), (-1, 3)),
    "stack_direct": ((0, 9), (-1, 10)),
    "stack_pointer": ((0, 9), (-1, 10)),
    "stack_char": ((0, 12), (-1, 13)),
    "stack_large": ((0, 999_999), (-1, 1_000_000)),
    "two_dimensions": ((0, 3), (-1, 4)),
    "variable_length": ((0, 9), (-1, 10)),
    "variable_pointer": ((0, 9), (-1, 10)),
    "variable_constant": ((0, 9), (-1, 10)),
    "unused_read": ((0, 9), (-1, 10)),
    "variable_loop": ((0,), (-1, 1)),
    "heap": ((0, 9), (-1, 10)),
    "heap_odd": ((0, 12), (-1, 13)),
    "heap_none": ((-1,), (0,)),
    "heap_large": ((0, 99_999_999), (-1, 100_000_000)),
    "heap_zero": ((0, 9), (-1, 10)),
    "heap_grown": ((0, 9), (-1, 10)),
    "grown_old": ((0,), (1,)),
    "freed": ((0,), (1,)),
    "set_memory": ((0, 1), (2,)),
    "copy_from": ((0, 13), (14, -1)),
    "copy_to": ((0, 13), (14,)),
    "long_text": ((0, 3), (4,)),
    "string_copy": ((2, 5), (1,)),
    "null_read": ((0,), (1, 1000)),
    "null_write": ((0,), (1, 4096)),
    "shadow_write": ((0,), (1,)),
    "deep_then_shallow": ((10_000,), ()),
    "no_return": ((8,), (9,)),
}
FREES = {"freed_twice": (0, 1), "freed_inside": (0, 4), "freed_other": (0, 1)}
NAMES = [*WITHIN_AND_BEYOND, *FREES]
ACCESSES = [
    *((name, index, FINE) for name, (within, _) in WITHIN_AND_BEYOND.items() for index in within),
    *((name, index, BOUNDS) for name, (_, beyond) in WITHIN_AND_BEYOND.items() for index in beyond),
    *((name, within, FINE) for name, (within, _) in FREES.items()),
    *((name, beyond, FREE) for name, (_, beyond) in FREES.items()),
]
# Only checks by calls know the shadow memory itself.
CHECKED = [
    *(("sanitised", *access) for access in ACCESSES),
    *(("inline", *access) for access in ACCESSES if access[0] != "shadow_write"),
]


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The program of `BOUNDED` by build; `inline` has its checks in place of calls."""
    text, at = choosing(BOUNDED, NAMES), tmp_path_factory.mktemp("bounded")
    return {name: build(at / name, options, text) for name, options in {**BUILDS, "inline": INLINE}.items()}


@pytest.mark.share(12)
@pytest.mark.parametrize(("checks", "name", "index", "expected"), CHECKED)
def test_exactly_the_accesses_out_of_bounds_are_reported(
    bounded: dict[str, Path], checks: str, name: str, index: int, expected: tuple[int, str]
) -> None:
    assert run(bounded[checks], struct.pack("<ii", NAMES.index(name), index)) == expected


@pytest.mark.share(9)
@pytest.mark.parametrize(("name", "index"), [(name, i) for name, (all_, _) in WITHIN_AND_BEYOND.items() for i in all_])
def test_the_plain_build_runs_correct_accesses(bounded: dict[str, Path], name: str, index: int) -> None:
    assert run(bounded["plain"], struct.pack("<ii", NAMES.index(name), index)) == FINE


def test_a_null_pointer_is_a_segmentation_fault_in_the_plain_build(bounded: dict[str, Path]) -> None:
    assert run(bounded["plain"], struct.pack("<ii", NAMES.index("null_read"), 1)) == (-11, "")


@pytest.mark.long
def test_stack_arrays_may_be_as_large_as_the_limit_of_the_stack(outcome: Callable[..., tuple[int, str]]) -> None:
    text = """int program_main(void) {
      volatile int a[10000000], b[10000000];
      for (int i = 0; i < 10000000; i++) a[i] = b[i] = i;
      return a[9999999] + b[9999999] != 19999998;
    }"""
    assert outcome(text, stack=256 << 20) == FINE
    assert outcome(text.replace("i < 10000000", "i <= 10000000"), stack=256 << 20) == BOUNDS


@pytest.mark.long
def test_globals_that_meet_the_shadow_memory_are_refused_or_moved(outcome: Callable[..., tuple[int, str]]) -> None:
    text = "int a[112000000]; int program_main(void) { a[111999999] = 3; return a[111999999]; }"
    assert outcome(text) == (125, "")
    assert outcome(text, "sanitised", ABOVE_THE_SHADOW) == (3, "")
    assert outcome(text, "plain") == (3, "")
    assert outcome("int a[3]; int program_main(void) { return *(&a[0] - 1); }", "sanitised", ABOVE_THE_SHADOW) == BOUNDS


# ----------------------------------------------------------------------------------------------------- overflow

OVERFLOWING = {
    "add": ("x + 2147483640", (7, -2147483648), (8, 2147483647)),
    "add_negative": ("x + (-2147483647 - 1)", (0, 5), (-1, -2147483648)),
    "subtract": ("-2 - x", (2147483646, -2147483648), (2147483647,)),
    "multiply": ("x * x", (46340, -46340), (46341, -46341, 65536)),
    "negate": ("-x", (-2147483647, 2147483647), (-2147483648,)),
    "increment": ("x++", (2147483646, -2147483648), (2147483647,)),
    "decrement": ("--x", (-2147483647, 2147483647), (-2147483648,)),
    "add_assign": ("x += x", (1073741823, -1073741824), (1073741824, -1073741825)),
    "divide": ("x / (x >> 31)", (-2147483647,), (-2147483648,)),
    "remainder": ("x % (x >> 31)", (-2147483647,), (-2147483648,)),
    "long_add": ("9223372036854775800ll + x", (7, -2147483648), (8,)),
    "long_subtract": ("-9223372036854775800ll - x", (8, -5), (9,)),
    "long_multiply": ("(x + 0ll) * 4294967296ll", (2147483647, -2147483648), ()),
    "long_multiply_more": ("(x + 0ll) * 4294967297ll", (2147483646, -2147483647), (-2147483648,)),
    "long_negate": ("-(-9223372036854775807ll - x)", (0,), (1,)),
    "long_increment": ("(y = 9223372036854775806ll + x, y++)", (0,), (1,)),
    "long_divide": ("((x - 9223372036854775807ll) / (x | -1))", (0, 1), (-1,)),
    "unused": ("0; int unused = x + 1", (0,), (2147483647,)),
    "unused_loop": ("0; for (int k = 0; k < 3; k++) x += 1000000000", (-2000000000,), (5,)),
    "unsigned_wrap": ("(u = x, u * u + 4000000000u - u++)", (2147483647, -1, 0), ()),
    "unsigned_long_wrap": ("(v = x, v * v - 18446744073709551615ull - v)", (2147483647, -1, 0), ()),
    "narrow": ("(c = x, c++, s = x, s++, s *= s)", (127, 32767, -1), ()),
    "shorts": ("(s = x, s * s)", (32767, -32768), ()),
    "conversion": ("(u = x, (int)(u + u))", (2147483647, -2147483648), ()),
}
ARITHMETIC = [
    *((name, x, FINE) for name, (_, legal, _) in OVERFLOWING.items() for x in legal),
    *((name, x, OVERFLOW) for name, (_, _, wrong) in OVERFLOWING.items() for x in wrong),
]


@pytest.fixture(scope="module")
def overflowing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    head = "volatile long long y, kept; volatile unsigned u; volatile unsigned long long v; signed char c; short s;\n"
    functions = [f"int {name}(int x) {{ kept = {text}; return 0; }}\n" for name, (text, _, _) in OVERFLOWING.items()]
    text = choosing(head + "".join(functions), list(OVERFLOWING))
    return build(tmp_path_factory.mktemp("overflow") / "program", SANITISED, text)


@pytest.mark.share(6)
@pytest.mark.parametrize(("name", "x", "expected"), ARITHMETIC)
def test_exactly_signed_overflow_is_reported(overflowing: Path, name: str, x: int, expected: tuple[int, str]) -> None:
    assert run(overflowing, struct.pack("<ii", list(OVERFLOWING).index(name), x)) == expected


# --------------------------------------------------------------------------------------------------- arithmetic

INTERESTING = [0, 1, 2, 3, 5, 7, 10, 255, 65535, 65536, 99999, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1]
INTERESTING += [10**10, 10**12 + 39, 2**47, 2**53 + 1, 2**62, 2**63 - 2, 2**63 - 1]
DIVISIONS = r"""
struct { long long a, b; } given;
int program_main(void) {
  while (veriabs_read(0, &given, 16) == 16) {
    long long a = given.a, b = given.b;
    unsigned long long c = a, d = b;
    long long found[4] = {a / b, a % b, c / d, c % d};
    veriabs_write(1, found, 32);
  }
  return 0;
}
"""


def pairs() -> list[tuple[int, int]]:
    """Dividends and divisors of 64 bits: every pair of the interesting ones, and random ones of every length."""
    draw = random.Random(20180401)
    some = [*INTERESTING, *(-value for value in INTERESTING), -(2**63)]
    wild = [(draw.getrandbits(draw.randint(1, 63)), draw.getrandbits(draw.randint(1, 63))) for _ in range(5000)]
    wild = [(a if draw.random() < 0.5 else -a, b if draw.random() < 0.5 else -b) for a, b in wild]
    return [(a, b) for a, b in [*((a, b) for a in some for b in some), *wild] if b != 0 and (a, b) != (-(2**63), -1)]


def as_signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def quotients(a: int, b: int) -> tuple[int, int, int, int]:
    """The results of signed and unsigned division in C, as signed numbers of 64 bits."""
    signed = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    c, d = a % 2**64, b % 2**64
    return signed, a - signed * b, as_signed(c // d), as_signed(c % d)


@pytest.mark.parametrize("options", [PLAIN, (*PLAIN, "-O2"), SANITISED], ids=["plain", "O2", "sanitised"])
def test_divisions_of_64_bits_are_those_of_python(tmp_path: Path, options: tuple[str, ...]) -> None:
    program = build(tmp_path / "program", options, RUNTIME + DIVISIONS + DRIVER)
    given = tmp_path / "given"
    given.write_bytes(b"".join(struct.pack("<qq", a, b) for a, b in pairs()))
    with given.open("rb") as stream:
        done = subprocess.run([str(program)], stdin=stream, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert list(struct.iter_unpack("<qqqq", done.stdout)) == [quotients(a, b) for a, b in pairs()]


@pytest.mark.share(3)
@pytest.mark.parametrize("kind", ["int", "long long", "unsigned long long"])
@pytest.mark.parametrize("name", BUILDS)
def test_a_division_by_zero_raises_the_signal(outcome: Callable[..., tuple[int, str]], kind: str, name: str) -> None:
    assert outcome(f"volatile {kind} a = 5, b; int program_main(void) {{ return a / b; }}", name) == (-8, "")


CONVERSIONS = r"""
extern double to_double(unsigned long long) __asm__("__floatundidf");
extern float to_float(unsigned long long) __asm__("__floatundisf");
extern unsigned long long from_double(double) __asm__("__fixunsdfdi"), from_float(float) __asm__("__fixunssfdi");
struct { unsigned long long a; int bits; } found;
int program_main(void) {
  unsigned long long a;
  while (veriabs_read(0, &a, 8) == 8) {
    double d = to_double(a), e = a;
    unsigned long long back = from_double(d < 0x1p64 ? d : 0);
    float f = to_float(a);
    int bits = __builtin_popcountll(a);
    if (from_float(1.5f) != 1 || from_float(0x1p63f) != 1ull << 63) return 1;
    veriabs_write(1, &d, 8), veriabs_write(1, &e, 8), veriabs_write(1, &back, 8);
    veriabs_write(1, &f, 4), veriabs_write(1, &bits, 4);
  }
  return 0;
}
"""


@pytest.mark.parametrize("options", [(), ("-msse2", "-mfpmath=sse")], ids=["x87", "sse"])
def test_conversions_round_once(tmp_path: Path, options: tuple[str, ...]) -> None:
    draw = random.Random(7)
    values = [*INTERESTING, 2**64 - 1, 2**63 + 1025, 2**63 + 1024, *(draw.getrandbits(64) for _ in range(500))]
    program = build(tmp_path / "program", (*PLAIN, *options), RUNTIME + CONVERSIONS + DRIVER)
    done = subprocess.run(
        [str(program)], input=struct.pack(f"<{len(values)}Q", *values), capture_output=True, timeout=60
    )
    assert done.returncode == 0
    for value, (d, e, back, f, bits) in zip(values, struct.iter_unpack("<ddQfi", done.stdout), strict=True):
        assert d == e == float(value)
        assert back == (int(float(value)) if float(value) < 2.0**64 else 0)
        assert abs(int(f) - value) <= max(0, 2 ** (value.bit_length() - 25))
        assert bits == value.bit_count()


# ------------------------------------------------------------------------------------------------------ library

LIBRARY = r"""
extern void *malloc(unsigned), *calloc(unsigned, unsigned), *realloc(void *, unsigned), free(void *);
extern void *memset(void *, int, unsigned), *memcpy(void *, const void *, unsigned);
extern void *memmove(void *, const void *, unsigned);
extern int memcmp(const void *, const void *, unsigned), strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, unsigned), atoi(const char *), abs(int), rand(void);
extern int printf(const char *, ...);
extern unsigned strlen(const char *);
extern char *strcpy(char *, const char *), *strncpy(char *, const char *, unsigned), *strcat(char *, const char *);
extern char *strchr(const char *, int);
extern long labs(long);
extern void srand(unsigned), *stderr;
extern int fprintf(void *, const char *, ...);
#define CHECK(truth) do { if (!(truth)) return __COUNTER__ + 1; } while (0)
static int is(const char *text, const char *wanted, unsigned bytes) { return !memcmp(text, wanted, bytes); }
int program_main(void) {
  char t[16], u[16], *s;
  CHECK(memset(t, 0x141, 16) == t && t[0] == 'A' && t[15] == 'A');
  CHECK(memcpy(t, "0123456789abcdef", 16) == t && is(t, "0123456789abcdef", 16));
  CHECK(memmove(t + 1, t, 10) == t + 1 && is(t, "00123456789bcdef", 16));
  CHECK(memmove(t, t + 1, 10) == t && is(t, "01234567899bcdef", 16));
  CHECK(memmove(t, t, 16) == t && memmove(t + 3, t, 0) == t + 3 && is(t, "01234567899bcdef", 16));
  CHECK(memcmp("a\200", "a\1", 2) > 0 && memcmp("ab", "ac", 2) < 0 && memcmp("a", "b", 0) == 0);
  CHECK(strlen("") == 0 && strlen("four") == 4);
  CHECK(strcpy(u, "copy") == u && is(u, "copy", 5));
  CHECK(strcat(u, "cat") == u && is(u, "copycat", 8));
  CHECK(strncpy(u, "ab", 5) == u && is(u, "ab\0\0\0at", 8));
  CHECK(strncpy(u, "vwxyz", 3) == u && is(u, "vwx\0\0at", 8));
  CHECK(strcmp("a", "a") == 0 && strcmp("a", "b") < 0 && strcmp("ab", "a") > 0 && strcmp("\200", "a") > 0);
  CHECK(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "a", 9) == 0);
  CHECK(strncmp("x", "y", 0) == 0 && strchr("hello", 'l')[1] == 'l' && strchr("hello", 'x') == 0);
  s = "end";
  CHECK(strchr(s, 0) == s + 3);
  CHECK(atoi(" \t-42x") == -42 && atoi("+7") == 7 && atoi("x") == 0 && atoi("2147483647") == 2147483647);
  CHECK(abs(-3) == 3 && abs(3) == 3 && labs(-4l) == 4);
  srand(5);
  int first = rand(), second = rand();
  srand(5);
  CHECK(rand() == first && rand() == second && first >= 0 && second >= 0 && first != second);
  CHECK(printf("%d %s\n", 1, "x") < 0 && fprintf(stderr, "%f", 1.0) < 0);
  char *p = malloc(0), *q = malloc(5), *r = calloc(100000, 4);
  CHECK(p && q && r && p != q && !((unsigned)p & 15) && !((unsigned)q & 15) && !((unsigned)r & 15));
  for (int i = 0; i < 400000; i++) CHECK(r[i] == 0);
  memcpy(q, "12345", 5);
  q = realloc(q, 1000000);
  CHECK(is(q, "12345", 5));
  q = realloc(q, 2);
  CHECK(is(q, "12", 2));
  free(realloc(0, 3)), free(p), free(q), free(r), free(0);
  for (int i = 0; i < 100000; i++) CHECK(*(int *)calloc(1, 40) == 0);
  s = alloca(100);
  memset(s, 3, 100);
  return 0;
}
"""


@pytest.mark.share(2)
@pytest.mark.parametrize("options", [(), ("-O0",), ("-O2",), ("-O3", "-msse2", "-mfpmath=sse")], ids=" ".join)
@pytest.mark.parametrize("name", BUILDS)
def test_library_functions_follow_the_c_standard(
    outcome: Callable[..., tuple[int, str]], name: str, options: tuple[str, ...]
) -> None:
    assert outcome(LIBRARY, name, *options) == FINE


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("statement", "code"), [("abort();", 134), ("exit(3);", 3), ("_Exit(4);", 4), ("return 5;", 5), ("", 0)]
)
@pytest.mark.parametrize("name", BUILDS)
def test_ends_of_the_program(outcome: Callable[..., tuple[int, str]], name: str, statement: str, code: int) -> None:
    text = f"void abort(void), exit(int), _Exit(int); int program_main(void) {{ {statement} return 0; }}"
    assert outcome(text, name) == (code, "")


@pytest.mark.parametrize("name", BUILDS)
def test_exhausted_memory_ends_the_program(outcome: Callable[..., tuple[int, str]], name: str) -> None:
    text = "void *malloc(unsigned); int program_main(void) { for (;;) if (!malloc(400000000)) return 1; }"
    assert outcome(text, name) == (137, "")
    text = "void *calloc(unsigned, unsigned); int program_main(void) { return !calloc(65536, 65537); }"
    assert outcome(text, name) == (137, "")


@pytest.mark.parametrize("name", BUILDS)
def test_one_block_of_the_heap_may_have_most_of_the_address_space(
    outcome: Callable[..., tuple[int, str]], name: str
) -> None:
    text = "char *malloc(unsigned); int program_main(void) { char *p = malloc(2500000000u); return p[2499999999u]++; }"
    assert outcome(text, name) == FINE


@pytest.mark.parametrize("name", BUILDS)
def test_the_program_may_declare_library_functions_as_it_likes(
    outcome: Callable[..., tuple[int, str]], name: str
) -> None:
    text = """typedef unsigned long size_t;
    extern void *malloc(size_t); char *memset(); void *alloca(size_t); extern int printf(), abs(long), strlen(void *);
    int program_main(void) {
      char *p = malloc(3); memset(p, 0, 3); printf("x"); return abs(-2) + strlen(p) + 0 * rand(); }
    """
    assert outcome(text, name) == (2, "")


@pytest.mark.share(3)
@pytest.mark.parametrize("storage", ["", "static "])
@pytest.mark.parametrize("name", BUILDS)
def test_the_program_may_define_library_functions(
    outcome: Callable[..., tuple[int, str]], name: str, storage: str
) -> None:
    text = f"""{storage}unsigned strlen(const char *text) {{ return 42 + *text; }}
    {storage}void abort(void) {{ veriabs_exit(9); }}
    int program_main(void) {{ if (strlen("") != 42) return 1; abort(); }}"""
    assert outcome(text, name, "-DVERIABS_HAS_strlen", "-DVERIABS_HAS_abort") == (9, "")


@pytest.mark.parametrize("name", BUILDS)
def test_the_runtime_may_stand_at_the_end(tmp_path: Path, name: str) -> None:
    text = "void *malloc(unsigned); int veriabs_main(void) { char *p = malloc(7); return p[6] + 6; }\n"
    ends = "static void veriabs_sanitised(const char *what) { veriabs_exit(70); }"
    ends += "static void veriabs_program_ends(int code) { veriabs_exit(code); }"
    assert run(build(tmp_path / "program", BUILDS[name], text + RUNTIME + ends)) == (6, "")


def test_functions_that_are_missing_do_not_link(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="sprintf"):
        build(tmp_path / "program", PLAIN, f"{RUNTIME}int program_main(void) {{ return sprintf(0, 0); }}{DRIVER}")


# ------------------------------------------------------------------------------------------------- system calls

SYSTEM = r"""
#define CHECK(truth) do { if (!(truth)) return __COUNTER__ + 1; } while (0)
int program_main(void) {
  char *memory = veriabs_mmap(300000);
  CHECK(memory && memory[0] == 0 && memory[299999]++ == 0 && !veriabs_mmap(0xfffff000u));
  CHECK(veriabs_write(1, "kept", 4) == 4 && veriabs_write(77, "x", 1) < 0);
  CHECK(veriabs_read(0, memory, 100) == 3 && memory[0] == 'i' && memory[2] == '!' && veriabs_read(0, memory, 9) == 0);
  return 0;
}
"""


@pytest.mark.parametrize("name", BUILDS)
def test_system_calls(tmp_path: Path, name: str) -> None:
    program = build(tmp_path / "program", BUILDS[name], RUNTIME + SYSTEM + DRIVER)
    assert run(program, b"in!") == (0, "kept")


def test_constructors_of_the_program_run(outcome: Callable[..., tuple[int, str]]) -> None:
    text = "int a; __attribute__((constructor)) void set(void) { a = 6; } int program_main(void) { return a; }"
    assert {outcome(text, name) for name in BUILDS} == {(6, "")}


def test_a_report_that_breaks_rules_itself_is_made_once(tmp_path: Path) -> None:
    ends = """int a[3];
    static void veriabs_sanitised(const char *what) { *(a + 3) = 1; veriabs_write(1, "once", 4); veriabs_exit(70); }
    static void veriabs_program_ends(int code) { veriabs_exit(code); }
    int veriabs_main(void) { return *(a - 1); }"""
    assert run(build(tmp_path / "program", SANITISED, RUNTIME + ends)) == (70, "once")


def test_the_text_holds_no_mark_of_the_template_language() -> None:
    marks = ("{{", "{%", "{#", "${", "/*%", "/*#", "//%", "//#")
    assert [mark for mark in marks if mark in RUNTIME] == []
