// A block is encrypted with a repeated key, and decrypted.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

#define KEY 8

static void apply_key(uint8_t *data, size_t n, const uint8_t *key) {
  for (size_t i = 0; i < n; i++)
    data[i] = (data[i] ^ key[i % KEY]) + (data[i] == 255);
}

uint8_t data[N], plain[N], key[KEY];

int main(void) {
  for (size_t i = 0; i < KEY; i++)
    key[i] = __VERIFIER_nondet_uchar();
  for (size_t i = 0; i < N; i++)
    plain[i] = data[i] = __VERIFIER_nondet_uchar();
  apply_key(data, N, key);
  apply_key(data, N, key);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(data[i] == plain[i]);
  return 0;
}
