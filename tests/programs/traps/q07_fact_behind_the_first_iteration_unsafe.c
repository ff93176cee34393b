// VERDICT: unsafe. without its assertion the last loop is cut behind its first iteration, where m is never negative; where the assertion stands, in the first one, it may be.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, j, k, p = 0, q = __VERIFIER_nondet_int(), m = 1, x = N;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[j] = 0;
  a[0] = 5;
  for (k = 0; k < N - 1; k++)
    p = k;
  if (p < 0 || p >= N || q < 0 || q >= N)
    return 0;
  if (__VERIFIER_nondet_int() * 2654435761u == 123456u)
    m = -5;
  do {
    __VERIFIER_assert(a[q] <= a[p] || m >= 0);
    if (m < -7)
      a[0] = 5;
    m = (m & 1) + 3;
    x++;
  } while (x < N);
  return 0;
}
