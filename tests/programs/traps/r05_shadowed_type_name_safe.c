// VERDICT: safe. The input is a byte: the type name means int inside another function only.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
typedef unsigned char value;
extern value __VERIFIER_nondet_uchar(void);

int three(void) {
  typedef int value;
  value x = 3;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_uchar();
  if (x < 0 || x > 255 || three() != 3)
    reach_error();
  return 0;
}
