/* run: ; the same with three dimensions, and as bytes */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

short q[2][3][4];
int main(void) {
  short *f = (short *)q;
  f[23] = 9; f[12] = 8; f[5] = 7;
  assert(q[1][2][3] == 9 && q[1][0][0] == 8 && q[0][1][1] == 7);
  ((unsigned char *)q)[10] = 6;
  assert(q[0][1][1] == 6);
  short *g = (short *)(q[1]); assert(g[11] == 9 && *(short *)&q[1] == 8);
}
