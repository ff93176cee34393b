// VERDICT: unsafe. For the empty prefix no element replaces the -1.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "size_zero.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, n = __VERIFIER_nondet_int();
  int some = -1;
  if (n < 0 || n > N)
    return 0;
  for (i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0)
      a[i] = 0;
    some = a[i];
  }
  __VERIFIER_assert(some >= 0);
  return 0;
}
