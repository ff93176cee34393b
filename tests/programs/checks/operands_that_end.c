/* Two operands that end, whichever is first; neither of them changes what the other one reads. */
#ifndef N
#define N 1000
#endif
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
char a[N + 1], b[N + 1];
int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_char(); // bounds=holds
    b[i] = __VERIFIER_nondet_char(); // bounds=holds
  }
  a[N] = b[N] = 0;
  size_t n = strlen(a) + strlen(b); // unsigned-overflow=holds bounds=holds
  assert(n <= 2 * N); // assertion=holds
  return 0;
}
