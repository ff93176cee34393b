/* run: ; safe */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int *pointer;
static void set(int **q, int *x) { *q = x; }
int main(void) {
  int x = 7, y = 7, *p, *r;
  pointer e;
  set(&p, &x);
  if (__VERIFIER_nondet_int()) r = &y; else r = p;
  while ((e = r) == 0) ;
  assert(*e == 7);
  return 0;
}
