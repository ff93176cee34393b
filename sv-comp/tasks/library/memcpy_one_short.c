// A block of memory is copied byte by byte.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

void *my_memcpy(void *restrict dest, const void *restrict src, size_t n) {
  char *d = (char *)dest;
  const char *s = (const char *)src;
  while (--n)
    *d++ = *s++;
  return dest;
}

unsigned char image[N], backup[N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    image[i] = __VERIFIER_nondet_uchar();
  my_memcpy(backup, image, sizeof image);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(backup[i] == image[i]);
  return 0;
}
