// The first byte of a value in a block of memory, or none.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

void *my_memchr(const void *block, int c, size_t n) {
  const unsigned char *s = block;
  c = (unsigned char)c;
  for (; n && *s != c; s++, n--)
    ;
  return n ? (void *)s : NULL;
}

unsigned char block[N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    block[i] = __VERIFIER_nondet_uchar();
  int value = __VERIFIER_nondet_int();
  unsigned char *hit = my_memchr(block, value, N);
  if (hit == NULL) {
    for (size_t i = 0; i < N; i++)
      __VERIFIER_assert(block[i] != (unsigned char)value);
  } else {
    __VERIFIER_assert(*hit == (unsigned char)value);
    for (unsigned char *p = block; p != hit; p++)
      __VERIFIER_assert(*p != (unsigned char)value);
  }
  return 0;
}
