// VERDICT: safe. applying a key twice by exclusive or restores the value.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
static unsigned block[N], key[4];

int main(void) {
  for (int i = 0; i < 4; i++)
    key[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    block[i] = i * 2654435761u;
  for (int i = 0; i < N; i++)
    block[i] ^= key[i % 4];
  for (int i = N - 1; i >= 0; i--)
    block[i] ^= key[i & 3];
  for (int i = 0; i < N; i++)
    assert(block[i] == i * 2654435761u);
  return 0;
}
