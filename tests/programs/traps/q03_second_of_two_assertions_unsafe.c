// VERDICT: unsafe. one program has both assertions, and the proof of the first does not prove the second: the last cell differs.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N], b[N];
int main(void) {
  int i, n = 0;
  for (i = 0; i < N; i++)
    a[i] = i < N - 1 ? 1 : 7;
  for (i = 0; i < N; i++)
    if (__VERIFIER_nondet_int())
      b[n++] = a[i];
  for (i = 0; i < n; i++) {
    __VERIFIER_assert(b[i] >= 1);
    __VERIFIER_assert(b[i] <= 1);
  }
  return 0;
}
