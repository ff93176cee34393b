/* run: ; the elements of all rows, by one index */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int m[30][7];
struct { long w[4][3]; } s;
int main(void) {
  int *f = (int *)m;
  for (int k = 0; k < 210; k++) f[k] = k % 7;
  for (int r = 0; r < 30; r++) for (int c = 0; c < 7; c++) assert(m[r][c] < 7);
  unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (r >= 4 || c >= 3) return 0;
  s.w[r][c] = 5;
  assert(((long *)s.w)[3 * r + c] == 5);
  assert(((long *)(s.w + 1))[2 + 3 - 3] == s.w[1][2]);
}
