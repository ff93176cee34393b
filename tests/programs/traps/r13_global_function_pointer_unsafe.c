// VERDICT: unsafe. The input 42 is doubled through a pointer that lies in a global variable.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);

int twice(int x) { return 2 * x; }
int (*change)(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  change = twice;
  if (x > 0 && x < 1000 && change(x) == 84)
    reach_error();
  return 0;
}
