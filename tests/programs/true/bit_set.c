// VERDICT: safe. each bit says whether its number is odd.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
static unsigned char used[N / 8 + 1];
static void mark(unsigned i) { used[i >> 3] |= 1 << (i & 7); }
static int marked(unsigned i) { return (used[i >> 3] >> (i & 7)) & 1; }

int main(void) {
  for (unsigned i = 0; i < N; i++)
    if (i % 2 == 1)
      mark(i);
  for (unsigned i = 0; i < N; i++)
    assert(marked(i) == (i % 2 == 1));
  return 0;
}
