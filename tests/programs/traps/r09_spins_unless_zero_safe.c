// VERDICT: safe. The function by the name of an assumption loops for ever when its condition is true.
// ENDLESS
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assume(int condition) {
  if (condition) {
  LOOP:
    goto LOOP;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x);
  if (x != 0)
    reach_error();
  return 0;
}
