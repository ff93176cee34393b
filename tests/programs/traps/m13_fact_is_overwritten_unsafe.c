// VERDICT: unsafe. every cell but the last is overwritten by the next iteration. Lost if the value that the body assigns to a cell is assumed to be there after the loop.
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
  int i;
  for (i = 0; i < N; i++) { a[i] = 1; if (i > 0) a[i - 1] = 2; }
  for (i = 0; i < N; i++) b[i] = a[N - 1 - i];
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
