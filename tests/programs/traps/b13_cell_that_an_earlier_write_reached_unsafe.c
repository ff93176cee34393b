// VERDICT: unsafe. Cells that are kept in place are written one place ahead of those that are read.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N + 1];
int main(void) {
  int n = 0, m = 1;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] < 0)
      n++;
  for (int i = 0; i < N; i++)
    if (a[i] >= 0)
      a[m++] = -1;
  __VERIFIER_assert(n + m == N + 1);
}
