// VERDICT: unsafe. ok recovers at a later match, so it says nothing about all elements. Lost if `ok = 0` alone makes the loop a for-all clause.
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
  int i, ok = 1;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < N; i++) { if (a[i] != b[i]) ok = 0; else ok = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(!ok || a[i] == b[i]);
  return 0;
}
