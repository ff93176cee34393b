// A block of memory is filled with a byte.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

void *my_memset(void *dest, int c, size_t n) {
  unsigned char *s = dest;
  for (; n > 1; n--, s++)
    *s = c;
  return dest;
}

char block[N];

int main(void) {
  int c = __VERIFIER_nondet_int();
  my_memset(block, c, N);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(block[i] == (char)c);
  return 0;
}
