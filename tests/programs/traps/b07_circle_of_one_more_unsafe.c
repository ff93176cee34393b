// VERDICT: unsafe. the position begins anew behind 3, so that there are four of them.
// SIZES: 5 6
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
  int position = 0;
  for (int i = 0; i < N; i++) {
    a[i] = position;
    if (++position > 3)
      position = 0;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == i % 3);
  return 0;
}
