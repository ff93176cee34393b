// VERDICT: unsafe. the first loop reads i before the second one counts with it: b holds 0. Lost if both are fused and the final value of the counter is set in front of them.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N]; int c[N];
int main(void) {
  int i = 0, j;
  for (j = 0; j < N; j++) b[j] = i;
  for (; i < N; i++) c[i] = 0;
  for (j = 0; j < N; j++) __VERIFIER_assert(b[j] == N + c[j]);
  return 0;
}
