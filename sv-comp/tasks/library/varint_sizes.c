// Numbers of seven bits a byte take one to five bytes each.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

size_t put_varint(unsigned char *p, uint32_t v) {
  size_t n = 0;
  while (v >= 0x80) {
    p[n++] = v | 0x80;
    v >>= 7;
  }
  p[n++] = v;
  return n;
}

unsigned char stream[5 * N];

int main(void) {
  size_t used = 0;
  for (int i = 0; i < N; i++) {
    uint32_t v = __VERIFIER_nondet_uint();
    size_t n = put_varint(stream + used, v);
    __VERIFIER_assert(n >= 1 && n <= 5);
    __VERIFIER_assert(v < 0x80 ? n == 1 : n > 1);
    used += n;
  }
  __VERIFIER_assert(used >= N && used <= sizeof stream);
  return 0;
}
