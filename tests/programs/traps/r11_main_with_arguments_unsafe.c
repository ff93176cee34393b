// VERDICT: unsafe. The input 77 leads to the error, however main is declared.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
  if (__VERIFIER_nondet_int() == 77)
    reach_error();
  return 0;
}
