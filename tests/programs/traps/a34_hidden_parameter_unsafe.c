// VERDICT: unsafe. The argument is that of the inner n, so that two calls are made. Lost if the next call's parameter is assigned from the variable that the name means at the call.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 10
#endif
int down(int n, int calls) {
  if (n == 0)
    return calls;
  {
    int n = 1;
    return down(n - 1, calls + 1);
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    return 0;
  __VERIFIER_assert(down(n, 0) == n);
  return 0;
}
