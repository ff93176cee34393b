// VERDICT: unsafe. an iteration may be the last one by a break; omitting a loop without goals must not omit that break.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, j, x, t;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N - 1; i++) {
    for (j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    if (__VERIFIER_nondet_int() == 77)
      break;
  }
  for (x = 0; x < N - 1; x++)
    __VERIFIER_assert(a[x] <= a[x + 1]);
  return 0;
}
