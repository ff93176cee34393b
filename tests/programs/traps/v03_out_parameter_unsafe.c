// VERDICT: unsafe. the callee writes the caller's variable through its parameter. Lost if calls are taken as free of effects.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
static void note(int value, int *worst) { if (value < *worst) *worst = value; }
int main(void) {
  int i, worst = 0;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); note(a[i], &worst); }
  __VERIFIER_assert(worst == 0);
  return 0;
}
