// VERDICT: unsafe. row points into the matrix, so clearing it clears m[i][0]. Lost if the pointer is an array of its own.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int m[N][2];
int main(void) {
  int i;
  for (i = 0; i < N; i++) { m[i][0] = 1; m[i][1] = 1; }
  for (i = 0; i < N; i++) { int *row = m[i]; row[0] = 0; }
  for (i = 0; i < N; i++) __VERIFIER_assert(m[i][0] == 1);
  return 0;
}
