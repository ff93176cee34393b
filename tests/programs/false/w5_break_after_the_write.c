// VERDICT: unsafe. The iteration that breaks has written its cell already; the counter stands at it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w5_break_after_the_write.c", 1, "reach_error"); }
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
  int i, x;
  for (i = 0; i < N; i++)
    a[i] = 1;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0)
      break;
  }
  for (x = 0; x < N; x++)
    __VERIFIER_assert(a[x] >= 0 || x > i);
  return 0;
}
