// VERDICT: unsafe. a position that is at the first or at the second one of a pair, as an input says.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned char a[2 * N + 8];
int main(void) {
  for (int i = 0; i < N; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = 2;
  }
  long p = 1;
  if (__VERIFIER_nondet_int())
    p = 0;
  a[p] = 1;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[2 * i + 1] == 2);
  return 0;
}
