// VERDICT: safe. Both bounds in one loop, and the lower one is not above the upper one.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "minimum_and_maximum.c", 1, "reach_error"); }
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
  int i, min, max;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  min = a[0];
  max = a[0];
  for (i = 1; i < N; i++) {
    if (a[i] < min)
      min = a[i];
    if (a[i] > max)
      max = a[i];
  }
  __VERIFIER_assert(min <= max);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(min <= a[i] && a[i] <= max);
  return 0;
}
