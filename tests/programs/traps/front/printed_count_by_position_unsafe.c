// VERDICT: unsafe. `%1$n` is `%n` of the first argument.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  int count = 0;
  printf("ab%1$n", &count);
  A(count == 0);
  return 0;
}
