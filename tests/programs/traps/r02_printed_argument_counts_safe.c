// VERDICT: safe. The argument of the call that prints is evaluated, so that the counter is 1 behind it.
#include <stdio.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

int main(void) {
  int count = 0;
  fprintf(stderr, "%d\n", count++);
  if (count == 0)
    reach_error();
  return 0;
}
