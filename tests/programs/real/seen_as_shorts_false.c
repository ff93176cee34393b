/* run: ; bytes that are seen as shorts: 1, 2 */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char a[4];
int main(void) {
  for (int k = 0; k < 4; k++) a[k] = __VERIFIER_nondet_uchar();
  unsigned short *q = (unsigned short *)a;
  assert(*q != 513);
}
