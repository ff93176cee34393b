// VERDICT: unsafe. The third of four properties fails: 1000 becomes 1001.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "several_assertions_third.c", 1, "reach_error"); }
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

int a[N], b[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] > 1000)
      a[i] = 0;
  }
  for (i = 0; i < N; i++)
    b[i] = a[i] + 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] > a[i]);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] >= 1);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] <= 1000);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] >= 0);
  return 0;
}
