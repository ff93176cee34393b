// VERDICT: unsafe. the list gives a[0] = 7, the rest is 0. Lost if {7} fills the array.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N] = {7};
int main(void) {
  int i, b[N];
  for (i = 0; i < N; i++) b[i] = a[i];
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 7);
  return 0;
}
