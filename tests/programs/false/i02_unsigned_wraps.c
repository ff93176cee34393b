// VERDICT: unsafe. Over the integers y is at least x, but it wraps first.
// SMALL: 12
// UNWIND: 14
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i02_unsigned_wraps.c", 1, "reach_error"); }
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
  unsigned n = __VERIFIER_nondet_uint(), x = 2147483640u, y = 2147483640u, i;
  n = n % (N + 1);
  for (i = 0; i < n; i++) {
    x += 1;
    y += 250000000;
  }
  __VERIFIER_assert(y >= x);
  return 0;
}
