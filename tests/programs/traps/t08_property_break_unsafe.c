// VERDICT: unsafe. the property loop fails before it can break. Lost if a break in it makes all its clauses optional.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) b[i] = i < N / 2 ? 1 : 2;
  for (i = 0; i < N; i++) { __VERIFIER_assert(b[i] == 1); if (b[i] == 2) break; }
  return 0;
}
