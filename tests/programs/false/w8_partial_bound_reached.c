// VERDICT: unsafe. The second loop may stop in front of the end, so that the last cell keeps its first value.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w8_partial_bound_reached.c", 1, "reach_error"); }
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
  if (n < 0 || n > N)
    return 0;
  for (i = 0; i < N; i++)
    a[i] = 7;
  for (i = 0; i < n; i++)
    a[i] = 9;
  if (n > 0)
    __VERIFIER_assert(a[n - 1] == 9 && a[N - 1] == 9);
  return 0;
}
