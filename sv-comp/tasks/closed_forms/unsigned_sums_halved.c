// A sum that wraps around, and its half.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unsigned_sums_halved.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

unsigned int a[N];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), s = 0, t = 0;
  assume_abort_if_not(n >= 1 && n <= N);
  for (unsigned int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_uint();
  for (unsigned int i = 0; i < n; i++)
    s += a[i];
  for (unsigned int i = 0; i < n; i++)
    t += 2 * a[i];
  __VERIFIER_assert(t / 2 == s);
  return 0;
}
