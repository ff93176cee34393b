// VERDICT: unsafe. both loops may count every element. Each loop alone adds at most one an iteration; lost if that invariant is still assumed, from the entry of the first one, when the loops run as one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, cnt = 0;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < N; i++) if (a[i] > 0) cnt++;
  for (i = 0; i < N; i++) if (b[i] > 0) cnt++;
  __VERIFIER_assert(cnt != 2 * N);
  return 0;
}
