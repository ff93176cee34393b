// VERDICT: unsafe. a `continue` jumps to the test of its `do` loop, which ends the loop: the code after it reads cells that no iteration has written.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i = 0, x = __VERIFIER_nondet_int();
  do {
    i++;
    if (i == x) continue;
    a[i - 1] = 1;
  } while (i < N);
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1);
  return 0;
}
