/* run: --check conversion; each byte of a number is the low one of the value */
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long long w = 0;
  signed char c;
  short q[5];
  int value = __VERIFIER_nondet_int();
  memset(&w, 1, sizeof w);
  assert(w == 0x0101010101010101ULL);
  memset(q, 0xF0, sizeof q);
  for (int k = 0; k < 5; k++) assert(q[k] == -3856);
  memset(&c, value, 1);
  assert((c & 255) == (value & 255));
}
