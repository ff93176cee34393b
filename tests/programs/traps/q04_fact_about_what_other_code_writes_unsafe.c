// VERDICT: unsafe. where only the array matters the position stays as it is, and so does the cell at it; the program moves it to the last cell.
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
  int i, j, x, s = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[j] = 0;
  for (i = 0; i < N; i++) {
    a[i] = i < N - 1 ? 0 : 9;
    if (a[i] < a[s])
      s = i;
    if (i == N - 1)
      s = i;
  }
  for (x = 0; x < 1; x++)
    __VERIFIER_assert(a[s] <= a[x]);
  return 0;
}
