// VERDICT: unsafe. the loop after the first assertion changes that assertion's variables for the next outer iteration.
// SIZES: 2 3
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
  for (int i = 0; i < N; i++)
    a[i] = b[i] = 0;
  for (int i = 0; i < N; i++) {
    __VERIFIER_assert(a[i] == 0);
    for (int j = 0; j < N; j++)
      if (__VERIFIER_nondet_int() && j > i)
        a[j] = 1;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(b[i] == 0);
  return 0;
}
