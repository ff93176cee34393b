// VERDICT: unsafe. the first loop stops at a 0, the second one goes on and finds it. Lost if both run as one loop, which the break of the first would end.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int c[N], i, j, n, x = 9, hit = 0;
  for (n = 0; n < N; n++) c[n] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) { if (c[i] == 0) break; x = c[i]; }
  for (j = 0; j < N; j++) if (c[j] == 0) hit = 1;
  __VERIFIER_assert(!hit || x > 5);
  return 0;
}
