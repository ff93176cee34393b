// VERDICT: unsafe. the program has a variable of its own called guard_1, which is 0. Lost if the condition around the first loop is kept in a guard of the same name.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int guard_1 = 0, c = 1, i;
  if (c > 0) { for (i = 0; i < N; i++) b[i] = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == guard_1);
  return 0;
}
