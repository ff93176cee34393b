// VERDICT: unsafe. a later element clears the flag again. Lost if `found = 1` alone makes the loop an exists-clause.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, found = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  a[0] = 7;
  for (i = 0; i < N; i++) { if (a[i] == 7) found = 1; else if (a[i] == 8) found = 0; }
  __VERIFIER_assert(found);
  return 0;
}
