// VERDICT: safe. The maximum of three neighbours, by a small inner loop.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "window_of_three.c", 1, "reach_error"); }
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

int a[N + 2], peak[N];

int main(void) {
  int i, j;
  for (i = 0; i < N + 2; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    peak[i] = a[i];
    for (j = 1; j < 3; j++)
      if (a[i + j] > peak[i])
        peak[i] = a[i + j];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(peak[i] >= a[i] && peak[i] >= a[i + 2]);
  return 0;
}
