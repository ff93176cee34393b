// VERDICT: unsafe. Each call but the last steps g behind the one that it makes. Lost if a call that something follows is taken for the last thing that is done.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 11
#endif
int g;
void down(int n) {
  if (n > 0) {
    down(n - 1);
    g++;
    return;
  }
  g = 0;
}
int main(void) {
  down(N);
  __VERIFIER_assert(g == 0);
  return 0;
}
