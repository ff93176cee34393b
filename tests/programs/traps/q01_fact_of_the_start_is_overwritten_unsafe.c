// VERDICT: unsafe. all cells are zero whenever an iteration begins; taken where the cell is read, that hides what the iteration itself has written.
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
  int i, k, x;
  for (i = 0; i < N; i++) {
    k = __VERIFIER_nondet_int();
    if (k < 0 || k >= N) continue;
    a[k] = 1;
    x = a[k];
    a[k] = 0;
    __VERIFIER_assert(x == 0);
  }
  return 0;
}
