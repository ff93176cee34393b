// VERDICT: unsafe. v jumps to 100 in the first iteration and falls to 97. The invariant v >= (its value at the entry) is proved of the loop as written; lost if it is assumed of the loop without its first iteration, which stands in front of it once other assertions are gone.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i = 0, v = 0, z = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 1 || n > N) return 0;
  z = 0;
  do { if (v == 0) v = v + 100; else v = v - 1; i++; __VERIFIER_assert(z == 0); } while ((i < n) & (i != 0));
  __VERIFIER_assert(v != 97);
  return 0;
}
