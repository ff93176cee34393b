// VERDICT: unsafe. m is the last element, not the first value of x: the code between the loops reads what the first one computes. Lost if it is moved in front of both.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, x = 0, m;
  for (i = 0; i < N; i++) { a[i] = 1; x = 1; }
  m = x;
  for (i = 0; i < N; i++) b[i] = a[i] + m;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
