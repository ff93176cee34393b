// VERDICT: unsafe. m is 5 at most where that is asserted, and 7 in the loop. Lost if a fact proved at one place is assumed at another.
// UNWIND: 6
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
  int i, m = 0;
  __VERIFIER_assert(m <= 5);
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] == 1234567)
      m = 7;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] != 1234567 || m <= 5);
  if (m > 5)
    m = 5;
  __VERIFIER_assert(m <= 5);
  return 0;
}
