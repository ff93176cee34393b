// VERDICT: unsafe. The cell is read at k < 4 alone. Lost if a test that names a small array is taken to read it.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int tiny[4];
int main(void) {
  int i, k, n;
  for (i = 0; i < N; i++) {
    n = 0;
    for (k = __VERIFIER_nondet_int() & 1; n < 9 && (k >= 4 || tiny[k] == 0); k++)
      n++;
    __VERIFIER_assert(n < 9);
  }
  return 0;
}
