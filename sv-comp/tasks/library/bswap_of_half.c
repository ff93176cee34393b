// Words are turned round and back by the compiler's own function.

#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

uint32_t words[N];

static void swap_all(uint32_t *p, int n) {
  while (n-- > 0) {
    *p = (*p & 0xff00) == 0x4200 ? *p : __builtin_bswap32(*p);
    p++;
  }
}

int main(void) {
  uint32_t first = 0;
  for (int i = 0; i < N; i++)
    words[i] = __VERIFIER_nondet_uint() | 1;
  swap_all(words, N);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(words[i] >> 24 & 1);
  first = words[0] & 1;
  return first > 1;
}
