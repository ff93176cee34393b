// VERDICT: unsafe. the program has a variable of its own called last, which is 1. Lost if the bound of the columns, which is N, is meant where it is read.
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
  int i; unsigned long long last = 1;
  for (i = 0; i < N; i++) b[i] = 1;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] > 0 && last == N);
  return 0;
}
