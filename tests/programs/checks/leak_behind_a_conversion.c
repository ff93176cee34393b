/* A truncating conversion ends no run: afterwards the same run does not free the block, and the assertion fails. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *buffer = malloc(1000);           // memory-leak=fails
  if (buffer == 0)
    return 1;
  for (int i = 0; i < 1000; i++)
    buffer[i] = i;                       // conversion=fails
  int v = __VERIFIER_nondet_int();
  assert(v != 12);                       // assertion=fails
  if (v > 3)
    return 2;
  free(buffer);
  return 0;
}
