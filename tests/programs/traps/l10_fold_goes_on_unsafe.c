// VERDICT: unsafe. behind the sum there is one more cell that the second fold reads.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned a[N + 2];
int main(void) {
  int i, j;
  unsigned s = 0, t = 0;
  for (i = 0; i < N + 2; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    s += a[i];
  a[N] = -s;
  for (j = 0; j < N + 2; j++)
    t += a[j];
  __VERIFIER_assert(t == 0);
  return 0;
}
