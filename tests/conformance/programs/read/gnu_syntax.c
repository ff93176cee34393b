/* Syntax and functions of gcc: omitted operands, overflow of named types, attributes, assembly without instructions. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct loose {
  int a;
  struct {
    char b;
    int c
  } in;
  struct {
    int d : 3
  } bits /* no semicolon */
};
static int calls;
[[maybe_unused]] static int next(int step) { return calls += step; }
[[gnu::noinline, nodiscard]] int twice([[maybe_unused]] int n) { return 2 * n; }

int many[5000] = {[10 ... 4999] = 3, [20] = 4};

int main(void) {
  int x = __VERIFIER_nondet_int(), i, größe$ = 3;
  long r;
  long long q;
  unsigned long u;
  unsigned v;
  int chosen = next(1) ?: 42, other = next(-1) ?: 42;
  assert(chosen == 1 && other == 42 && calls == 0);
  assert((x ?: 7) != 0 && calls == 0);
  const char *none = 0, *text = none ?: "default";
  assert(text[0] == 'd');
  int local[4200] = {[0 ... 4199] = x};
  assert(local[0] == x && local[4199] == x && many[9] == 0 && many[10] == 3 && many[20] == 4 && many[4999] == 3);
  assert(__builtin_smull_overflow(1L << 40, 1L << 30, &r) && r == 0);
  assert(!__builtin_smull_overflow(-(1L << 33), 1L << 30, &r) && r == -1L << 63);
  assert(__builtin_smull_overflow(-(1L << 33), -(1L << 30), &r) && !__builtin_smull_overflow(-3, x, &r) && r == -3L * x);
  assert(__builtin_umull_overflow(~0ul, 2, &u) && u == ~0ul - 1 && !__builtin_umull_overflow(~0ul, 1, &u));
  assert(__builtin_saddl_overflow(~0ul >> 1, 1, &r) && __builtin_ssubll_overflow(0, 1LL << 63, &q));
  assert(!__builtin_ssubl_overflow(x, ~0ul >> 1, &r) == (x >= -1));
  assert(__builtin_umul_overflow(0x10000, 0x10000, &v) && v == 0 && __builtin_usub_overflow(1, 2, &v) && v == ~0u);
  assert(!__builtin_sadd_overflow((1L << 32) + 1, 1, &i) && i == 2);
  asm volatile("" ::: "memory");
  __asm__ __volatile__("" : : "r"(x));
  assert(twice(größe$) == 6);
  __auto_type wide = calls + 1L;
  __auto_type at = &wide;
  __auto_type letters = "abc";
  struct loose all = {1, {2}, {3}};
  __auto_type copied = all;
  assert(sizeof wide == 8 && *at == calls + 1 && sizeof letters == 8 && letters[2] == 'c' && copied.bits.d == all.bits.d);
  return 0;
}
