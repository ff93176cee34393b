// VERDICT: safe. odd inputs are skipped by a `continue`, which jumps to the test of the `do` loop.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "continue_comes_to_the_test.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i = 0;
  do {
    int x = __VERIFIER_nondet_int();
    if (x & 1) {
      i++;
      continue;
    }
    a[i] = x;
    i++;
  } while (i < N);
  for (i = 0; i < N; i++) __VERIFIER_assert(!(a[i] & 1));
  return 0;
}
