// VERDICT: unsafe. `x == y + 2 * z` is no closed form: one iteration further it says the same, and not `+ z` more.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned int y = __VERIFIER_nondet_uint();
  unsigned int z = __VERIFIER_nondet_uint();
  int x = (int)(y + 2u * z);
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_uint())
      x = (int)((unsigned int)x + z);
    else
      x = (int)(z + (unsigned int)x);
  }
  __VERIFIER_assert(x == (int)(y + 2u * z));
  return 0;
}
