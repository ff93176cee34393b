// VERDICT: unsafe. memcpy copies to m[0..2]. Lost if the address m + (m[0] & 1) is computed anew for each element: the first one changes m[0].
#include <string.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[3] = {1, 2, 3};
int m[5]; int out[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) { m[0] = 0; memcpy(m + (m[0] & 1), b, 3 * sizeof(int)); out[i] = m[1]; }
  for (i = 0; i < N; i++) __VERIFIER_assert(out[i] == 0);
  return 0;
}
