// VERDICT: unsafe. the assertion about column 0 fails in column 2: lost if only the iteration of the chosen column asserts.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int m[N][N];
int main(void) {
  int j;
  for (j = 0; j < N; j++) { m[0][j] = 0; __VERIFIER_assert(m[0][0] == (j == 2)); }
  return 0;
}
