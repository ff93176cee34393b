// VERDICT: unsafe. Cells two apart are in order, so even cells are and odd cells are, but not both together. Lost if
// what holds of cells that are not next to each other is taken for an order of all.
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
  int ordered = 1;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i + 2 < N; i++)
    if (a[i] > a[i + 2])
      ordered = 0;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (ordered && 0 <= x && x <= y && y + 1 < N)
    __VERIFIER_assert(a[x] <= a[y]);
  return 0;
}
