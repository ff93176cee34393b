// VERDICT: unsafe. 255 does not fit into a signed char, the flag holds -1. Lost if the constant that is assigned, not the value that is stored, is compared in the assertion.
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
  int i;
  signed char found = 0;
  for (i = 0; i < N; i++) a[i] = 7;
  for (i = 0; i < N; i++) if (a[i] == 7) found = 255;
  __VERIFIER_assert(found == 255);
  return 0;
}
