// VERDICT: safe. A complete frame has a byte for its start and one for its end, and all other counted bytes are inside.
extern unsigned char __VERIFIER_nondet_uchar(void);
#include <assert.h>
#ifndef N
#define N 100000
#endif
unsigned char received[N];
int main(void) {
  int inside = 0, frames = 0, content = 0;
  for (int i = 0; i < N; i++)
    received[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) {
    if (!inside) {
      if (received[i] == 2)
        inside = 1;
    } else if (received[i] == 3) {
      frames++;
      inside = 0;
    } else if (received[i] != 2)
      content++;
  }
  assert(2 * frames + content <= N);
  return 0;
}
