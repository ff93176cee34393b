// VERDICT: unsafe. the inner counter starts with what w was before it is set: the first row is set from its first cell on. Lost if the start is read when the inner loop begins.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
char m[N][N];
int main(void) {
  int i, j;
  _Bool w = 0;
  for (i = 0; i < N; i++) { j = w; w = 1; for (; j < N; j++) m[i][j] = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(m[i][0] == 0);
  return 0;
}
