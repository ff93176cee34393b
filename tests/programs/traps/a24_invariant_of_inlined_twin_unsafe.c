// VERDICT: unsafe. The second call leaves 5 and 10 in a. Lost if a fact proved for the loop in the first call (c is 0) is assumed in the second call: both are at one place.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N], c;
void go(int k) {
  c = k;
  for (int i = 0; i < N; i++) { a[i] = c; c = 2 * k; }
}
int main(void) {
  go(0);
  go(5);
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
