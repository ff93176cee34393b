// VERDICT: safe. The assumption takes an int: a value whose lower 32 bits are 0 does not hold.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
extern void __VERIFIER_assume(int condition);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long value = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(value);
  if ((value & 0xffffffffLL) == 0)
    reach_error();
  return 0;
}
