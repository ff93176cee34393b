/* run: ; unsafe: x has ended, y has not */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int y = 3, *p = &y;
  if (__VERIFIER_nondet_int()) { int x = 3; p = &x; }
  for (int i = 0; i < 5; i++) ;
  assert(*p == 3);
  return 0;
}
