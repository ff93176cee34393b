// VERDICT: unsafe. word and bytes share their storage. Lost if union members are separate variables.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
union cell { unsigned int word; unsigned char bytes[4]; };
union cell u[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) u[i].word = 0;
  for (i = 0; i < N; i++) u[i].bytes[1] = 1;
  for (i = 0; i < N; i++) __VERIFIER_assert(u[i].word == 0);
  return 0;
}
