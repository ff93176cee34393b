/* Copies sensor readings, except those that are reserved; the property forgets the exception. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define N 100000
#define RESERVED 0xFFFFu
unsigned readings[N], stored[N];
int main(void) {
  for (int i = 0; i < N; i++) readings[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++)
    if (readings[i] != RESERVED) stored[i] = readings[i];
  for (int i = 0; i < N; i++) assert(stored[i] == readings[i]);
  return 0;
}
