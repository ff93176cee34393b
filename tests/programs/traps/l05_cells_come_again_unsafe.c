// VERDICT: unsafe. the index of the cells wraps, so the first fold reads each cell several times before the second one clears it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned a[4];
int main(void) {
  int i, j, k;
  unsigned s = 0, t = 0;
  for (k = 0; k < 4; k++)
    a[k] = 1;
  k = 0;
  for (i = 0; i < N + 4; i++, k = (k + 1) & 3)
    s += a[k];
  k = 0;
  for (j = 0; j < N + 4; j++, k = (k + 1) & 3) {
    t += a[k];
    a[k] = 0;
  }
  __VERIFIER_assert(s == t);
  return 0;
}
