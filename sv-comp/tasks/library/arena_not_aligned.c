// Blocks are cut from an arena one behind the other.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

#define SIZE 65536
static unsigned char arena[SIZE];
static size_t used;

static void *take(size_t size) {
  size_t start = (used + 7) & ~(size_t)3;
  if (size > SIZE || start > SIZE - size)
    return NULL;
  used = start + size;
  return arena + start;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    size_t size = __VERIFIER_nondet_uchar();
    unsigned char *block = take(size);
    if (block != NULL) {
      __VERIFIER_assert(block >= arena && block + size <= arena + SIZE);
      __VERIFIER_assert((block - arena) % 8 == 0);
    }
    __VERIFIER_assert(used <= SIZE);
  }
  return 0;
}
