// VERDICT: unsafe. A new largest element forgets the one before instead of making it the second.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "second_largest_lost.c", 1, "reach_error"); }
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

#define LOWEST (-2147483647 - 1)
int a[N];

int main(void) {
  int i, first = LOWEST, second = LOWEST;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] > first)
      first = a[i];
    else if (a[i] > second)
      second = a[i];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == first || a[i] <= second);
  return 0;
}
