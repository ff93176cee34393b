/* run: ; no run reaches the union */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int y = __VERIFIER_nondet_uchar();
  assert(y < 256);
  if (y >= 0) return 0;
  { union { int *p; char *q; } u; u.p = &y; *u.p = 1; }
}
