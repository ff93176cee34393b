// VERDICT: safe. The loop stops at the first negative cell, so that those in front of it are not negative.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w4_break_at_the_first.c", 1, "reach_error"); }
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
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] < 0)
      break;
    a[i] = a[i] / 2;
  }
  for (x = 0; x < i; x++)
    __VERIFIER_assert(a[x] >= 0 && a[x] <= 1073741823);
  return 0;
}
