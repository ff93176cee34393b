// VERDICT: unsafe. Printed characters are written to the buffer of the stream.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
static char buffer[4096];
int main(void) {
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  buffer[0] = 'a';
  printf("b");
  A(buffer[0] == 'a');
  return 0;
}
