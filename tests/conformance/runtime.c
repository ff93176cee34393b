/* What the user's program and the lowered one are both linked with: inputs, events, the end.

   Events go to standard error, each line with "event " in front: `draw`, `pass`, `fail`, `global NAME HASH`, how it ended.
   The name of the program ends in `-N` or `-Nv`: N chooses the inputs, of which the n-th is the same in both programs;
   with `v` no `pass` is an event. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* A program may have its own. */
#define WEAK __attribute__((weak))
enum { EVENTS = 1 << 20, SHOWN = 400 };
static const uint64_t BASIS = 14695981039346656037u, PRIME = 1099511628211u;

static uint64_t drawn, events, hash = BASIS, object = BASIS;
static char text[1 << 16];
static size_t length;
static void (*globals)(void);
static int ending, stream, only_violations;

static uint64_t mixed(uint64_t so_far, const void *at, size_t size) {
  for (size_t i = 0; i < size; i++) so_far = (so_far ^ ((const unsigned char *)at)[i]) * PRIME;
  return so_far;
}

/* The program may have a `strlen` or a `memcpy` of its own, so nothing here calls one. */
static void add(const char *part) {
  for (; *part && length < sizeof text - 1; part++) {
    text[length++] = *part;
    hash = mixed(hash, part, 1);
  }
}

static void add_number(uint64_t number) {
  char digits[17] = "0000000000000000";
  for (int at = 15; at >= 0; at--, number >>= 4) digits[at] = "0123456789abcdef"[number & 15];
  add(digits);
}

static void note_of(const char *line, const char *name, uint64_t number) {
  size_t before = length;
  events++;
  if (sizeof text - length < 400) length = before = sizeof text - 400;
  add("event ");
  add(line);
  if (name) add(name), add(" "), add_number(number);
  text[length++] = '\n';
  if (events > SHOWN && !ending) length = before;
}

static void note(const char *line) { note_of(line, 0, 0); }

static _Noreturn void finish(const char *how) {
  if (!ending) {
    ending = 1;
    note(how);
    if (globals) globals();
    note_of("number", " of events", events);
    note_of("hash", "", hash);
    for (size_t done = 0; done < length;) {
      ssize_t written = write(2, text + done, length - done);
      if (written <= 0) break;
      done += (size_t)written;
    }
  }
  _exit(0);
}

static void ends(void) { finish("end"); }
__attribute__((constructor)) static void begin(void) {
  for (const char *at = program_invocation_short_name; *at; at++) {
    if (*at == '-') stream = at[1] - '0';
    only_violations = *at == 'v';
  }
  atexit(ends);
}

_Noreturn void conformance_end(void) { finish("end"); }
_Noreturn void abort(void) { finish("end"); }
_Noreturn void _Exit(int status) {
  (void)status;
  finish("end");
}

/* ------------------------------------------------------------------------------------------ assertions, assumptions */

/* Where a condition guards an error, the lowered program may assert it: then only violations are compared. */
void conformance_check(int holds) {
  if (!holds || !only_violations) note(holds ? "pass" : "fail");
  if (!holds || events > EVENTS) finish(holds ? "too many events" : "violation");
}

WEAK int __ESBMC_rounding_mode, __CPROVER_rounding_mode;
WEAK void assert(int holds) { conformance_check(holds); }
WEAK void __VERIFIER_assert(int holds) { conformance_check(holds); }
WEAK _Noreturn void reach_error(void) { conformance_check(0), _exit(0); }
WEAK _Noreturn void __VERIFIER_error(void) { reach_error(); }
WEAK void __CPROVER_assert(_Bool holds, const char *text) {
  (void)text;
  conformance_check(holds);
}
void conformance_assume(int holds) {
  if (!holds) finish("end");
}
WEAK void __VERIFIER_assume(int holds) { conformance_assume(holds); }
WEAK void assume_abort_if_not(int holds) { conformance_assume(holds); }
WEAK void __CPROVER_assume(_Bool holds) { conformance_assume(holds); }

/* ----------------------------------------------------------------------------------------------- arrays of the core */

size_t conformance_cell(long long index, unsigned long long cells) {
  if (index < 0 || (unsigned long long)index >= cells) finish("outside of an array");
  return (size_t)index;
}

/* An array whose size is no constant has some room only; what would need more is not compared. */
size_t conformance_room(unsigned long long cell, unsigned long long room) {
  if (cell >= room) finish("too large");
  return (size_t)cell;
}

/* ----------------------------------------------------------------------------------------------------------- inputs */

/* Of a checked build: pointers to different objects have no distance and no order, and a null pointer has none to any. */
const char *__asan_default_options(void) { return "detect_invalid_pointer_pairs=2"; }

void *__wrap_malloc(size_t size) { return calloc(1, size); }

uint64_t conformance_draw(void) {
  static const int64_t edges[] = {0,     1,     -1,        2,         127,        -128,      255,      32767,
                                  -32768, 65535, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
  note("draw");
  if (events > EVENTS) finish("too many events");
  uint64_t seed[] = {++drawn, (uint64_t)stream}, random = mixed(BASIS, seed, sizeof seed);
  random ^= random >> 29;
  switch (stream) {
    case 0: return 0;
    case 1: return random % 4;
    case 2: return random % 16;
    case 3: return (uint64_t)edges[random % (sizeof edges / sizeof *edges)];
    default: return stream % 2 ? random : random % 64;
  }
}

/* ---------------------------------------------------------------------------------------------------- global objects */

void conformance_checksum(uint64_t value) { note_of("checksum", "", value); }
void conformance_at_end(void (*report)(void)) { globals = report; }
void conformance_mix(const void *at, size_t size) { object = mixed(object, at, size); }
void conformance_mix_number(double number) {
  if (number != number) number = 0.5;
  conformance_mix(&number, sizeof number);
}
void conformance_global(const char *name) {
  note_of("global ", name, object);
  object = BASIS;
}
