// VERDICT: unsafe. The input 12345 leads to the error, whatever the program prints before.
#include <stdio.h>

#ifndef N
#define N 20000
#endif

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    printf("error no such\nvisits a b\ncandidate 99\nseed x\n");
  if (x == 12345)
    reach_error();
  return 0;
}
