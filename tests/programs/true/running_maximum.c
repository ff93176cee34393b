// VERDICT: safe. best[i] is at least every element up to i, so at least a[i].
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "running_maximum.c", 1, "reach_error"); }
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

int a[N], best[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  best[0] = a[0];
  for (i = 1; i < N; i++)
    best[i] = a[i] > best[i - 1] ? a[i] : best[i - 1];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(best[i] >= a[i]);
  return 0;
}
