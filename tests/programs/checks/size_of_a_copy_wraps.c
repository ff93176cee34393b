#ifndef N
#define N 1000
#endif
#include <assert.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
struct three { int x, y, z; } to[N], from[N];
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > N && n != 1UL << 62) // 2^62 elements of 12 bytes are no bytes
    return 0;
  memcpy(to, from, n * sizeof(struct three)); // unsigned-overflow=fails
  assert(n <= N); // assertion=unsafe
  return 0;
}
