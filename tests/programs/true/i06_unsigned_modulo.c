// VERDICT: safe. Unsigned numbers wrap, and the equality with them.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i06_unsigned_modulo.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % N, x = 4294967290u, y = 4294967284u, i;
  for (i = 0; i < n; i++) {
    x++;
    y += 2;
  }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
