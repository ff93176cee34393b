// VERDICT: unsafe. the break leaves the inner loop only, the outer loop goes on and clears b. Lost if a break always ends the loop that is shrunk.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int i, j;
  for (i = 0; i < N; i++) b[i] = 1;
  for (i = 0; i < N; i++) {
    for (j = 0; j < 2; j++) if (i + j >= 1) break;
    b[i] = 0;
  }
  __VERIFIER_assert(b[N - 1] == 1);
  return 0;
}
