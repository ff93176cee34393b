/* A counterexample that veriabs found with the strategy native, for input.c.

   The program is the user's own, as it was parsed; its arbitrary values come from the tables behind it. Compiled and
   run it reaches the error at /input.c:6 and says so:

   gcc -O1 -std=gnu11 -fno-strict-aliasing -fno-stack-protector -fno-tree-loop-distribute-patterns -fno-stack-clash-protection -fno-builtin -fvisibility=hidden -fwrapv -w counterexample.c -Wl,--as-needed -lm -o counterexample && ./counterexample */
/* The functions for the program's arbitrary values and errors. */
typedef unsigned long long veriabs_word;
typedef __SIZE_TYPE__ veriabs_size;
static veriabs_word veriabs_input(unsigned site);
static void veriabs_violation(unsigned error) __attribute__((noreturn));
static void veriabs_end(void) __attribute__((noreturn));
#define VERIABS_ASSERT(n, e) ((e) ? (void)0 : veriabs_violation(n))
#define VERIABS_ASSUME(e) ((e) ? (void)0 : veriabs_end())
#define VERIABS_ELSEWHERE() veriabs_end()
static void veriabs_sanitised(const char *what) __attribute__((noreturn));
#define VERIABS_UNRETURNED() veriabs_sanitised("undefined: the value of a function that ends without one")
static inline void veriabs_moved(const volatile void *pointer) {
  if (pointer == 0)
    veriabs_sanitised("undefined: a null pointer is moved");
}
/* No pointer comes of a null pointer that is moved. A name may stand for a number elsewhere. */
#define VERIABS_POINTER(p) (__builtin_choose_expr(__builtin_classify_type(p) == 5, (p), (const void *)1))
#define __veriabs_moved(p) ({ __auto_type veriabs_p = (p); veriabs_moved(VERIABS_POINTER(veriabs_p)); veriabs_p; })
#define __veriabs_stepped(p) \
  (*({ __typeof__(p) *veriabs_p = &(p); veriabs_moved(VERIABS_POINTER(*veriabs_p)); veriabs_p; }))
/* A call through a pointer must be to a function of the program, not to a computed address. */
static void veriabs_called(const void *function);
#define VERIABS_CALLED(e) \
  ({ __typeof__(&*(e)) veriabs_f = (e); veriabs_called((const void *)veriabs_f); veriabs_f; })
#define VERIABS_CLEAR(object, size) __builtin_memset(object, 0, size)

/* ------------------------------------------------------------------------------------------------- the program */

void abort(void);
#define main program_main
void __VERIFIER_assert(int condition)
{
  if (!condition)
  {
    veriabs_violation(0);
    abort();
  }
}

int a[1000];
int b[1000];
int main(void)
{
  for (int i = 0; i < 1000; i++)
  {
    a[i] = (int) veriabs_input(0);
    b[i] = (i == 2) ? (0) : (a[i]);
  }

  for (int i = 0; i < 1000; i++)
  {
    __VERIFIER_assert(a[i] == b[i]);
  }

  return 0;
}

#undef main


# 1 "veriabs"
/* -------------------------------------------------------------------------------------------------- its inputs */

#define VERIABS_RUNTIME __attribute__((no_sanitize("address", "kernel-address", "undefined", "pointer-compare", "pointer-subtract")))


struct veriabs_span { long long first, count; veriabs_word start, step; };

/* Visits first to first + count - 1 of a site take start, start + step, ...; every other visit takes 0. */
/* __VERIFIER_nondet_int() at /input.c:14 */
static const struct veriabs_span veriabs_site_0[] = {
  {2LL, 1LL, 7ULL, 0ULL},
  {3LL, 4LL, 6ULL, 18446744073709551615ULL},
  {0, 0, 0, 0}
};
static const struct veriabs_span *veriabs_next[] = {
  veriabs_site_0,
  0
};
static long long veriabs_visits[2];

VERIABS_RUNTIME static veriabs_word veriabs_input(unsigned site) {
  long long visit = veriabs_visits[site]++;
  const struct veriabs_span *span = veriabs_next[site];
  if (span == 0)
    return 0;
  while (span->count != 0 && visit >= span->first + span->count)
    span++;
  veriabs_next[site] = span;
  return visit < span->first || span->count == 0 ? 0 : span->start + (veriabs_word)(visit - span->first) * span->step;
}

static void veriabs_sanitised(const char *what) __attribute__((noreturn));
VERIABS_RUNTIME __attribute__((unused)) static int veriabs_is_function(const void *function) {
  static const void *const functions[] = {
    0
  };
  for (unsigned number = 0; number < sizeof functions / sizeof functions[0] - 1; number++)
    if (functions[number] == function)
      return 1;
  return 0;
}

VERIABS_RUNTIME __attribute__((unused)) static void veriabs_called(const void *function) {
  if (!veriabs_is_function(function))
    veriabs_sanitised("call of what is no function of the program");
}

/* ----------------------------------------------------------------------------- the system, through its C library */

extern long write(int, const void *, veriabs_size);
extern void _exit(int) __attribute__((noreturn));
static int veriabs_main(void);
static void veriabs_write(int fd, const void *text, veriabs_size length) {
  if (write(fd, text, length) < 0)
    _exit(98);
}
static void veriabs_exit(int code) __attribute__((noreturn));
static void veriabs_exit(int code) { _exit(code); }
#if defined VERIABS_SANITISED && defined __SANITIZE_ADDRESS__

/* Two pointers into one global are ordered. AddressSanitizer looks at 4,096 places each time to see whether one that is
   far from the other lies in memory of `malloc`; it is asked where globals are, and for all other pairs. */
enum { VERIABS_GLOBALS = 8 };
static struct veriabs_global { veriabs_size first, bytes; } veriabs_global[VERIABS_GLOBALS];
static unsigned veriabs_located;
extern const char *__asan_locate_address(const void *, char *, veriabs_size, void **, veriabs_size *);
extern void __real___sanitizer_ptr_cmp(const void *, const void *);
extern void __real___sanitizer_ptr_sub(const void *, const void *);

/* The end of an object is ordered with it. */
VERIABS_RUNTIME static int veriabs_in_one_global(veriabs_size one, veriabs_size other) {
  for (unsigned number = 0; number < VERIABS_GLOBALS; number++) {
    const struct veriabs_global *known = &veriabs_global[number];
    if (one - known->first <= known->bytes && other - known->first <= known->bytes)
      return 1;
  }
  return 0;
}

VERIABS_RUNTIME static int veriabs_ordered(const void *one, const void *other) {
  if (veriabs_in_one_global((veriabs_size)one, (veriabs_size)other))
    return 1;
  void *first = 0;
  veriabs_size bytes = 0;
  const char *kind = __asan_locate_address((veriabs_size)one < (veriabs_size)other ? one : other, 0, 0, &first, &bytes);
  if (kind[0] != 'g')
    return 0;
  veriabs_global[veriabs_located++ % VERIABS_GLOBALS] = (struct veriabs_global){(veriabs_size)first, bytes};
  return veriabs_in_one_global((veriabs_size)one, (veriabs_size)other);
}

VERIABS_RUNTIME void __wrap___sanitizer_ptr_cmp(const void *one, const void *other) {
  if (!veriabs_ordered(one, other))
    __real___sanitizer_ptr_cmp(one, other);
}

VERIABS_RUNTIME void __wrap___sanitizer_ptr_sub(const void *one, const void *other) {
  if (!veriabs_ordered(one, other))
    __real___sanitizer_ptr_sub(one, other);
}
#endif
int main(void) { return veriabs_main(); }

VERIABS_RUNTIME static void veriabs_print(const char *text) {
  veriabs_size length = 0;
  while (text[length] != 0)
    length++;
  veriabs_write(2, text, length);
}

VERIABS_RUNTIME static void veriabs_violation(unsigned error) {
  static const char *const places[] = {
    "/input.c:6",
    "/input.c:18",
    ""
  };
  veriabs_print("veriabs: the error is reached: ");
  veriabs_print(places[error]);
  veriabs_print("\n");
  veriabs_exit(1);
}

VERIABS_RUNTIME static void veriabs_end(void) {
  veriabs_exit(0);
}

VERIABS_RUNTIME static void veriabs_program_ends(int code) {
  veriabs_exit(code);
}

VERIABS_RUNTIME static void veriabs_sanitised(const char *what) {
  veriabs_print("veriabs: stopped before the error: ");
  veriabs_print(what);
  veriabs_print("\n");
  veriabs_exit(99);
}

VERIABS_RUNTIME int veriabs_main(void) {
  program_main();
  return 0;
}
