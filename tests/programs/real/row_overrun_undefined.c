/* run: ; r is moved out of the first row, which no sanitizer sees */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int m[2][3], other[5];
int main(void) {
  int *r = m[0], *o = other;
  for (int k = 0; k < 5; k++) *o++ = k;
  r[3 * (__VERIFIER_nondet_uchar() == 5)] = 7;
  assert(m[1][0] == 0);
}
