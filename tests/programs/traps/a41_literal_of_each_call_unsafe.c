// VERDICT: unsafe. kept is the literal of the call that set it, and holds 12. Lost if the literals of all calls are one object.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 12
#endif
int *kept;
int down(int n, int first) {
  int *own = (int[]){n};
  if (first)
    kept = own;
  if (n == 0)
    return *kept;
  return down(n - 1, 0);
}
int main(void) {
  __VERIFIER_assert(down(N, 1) == 0);
  return 0;
}
