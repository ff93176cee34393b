/* a jump into a block leaves out what stands at its head */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 5)
    goto inside;
  while (y < 3) {
    y += 2;
  inside:
    y++;
  }
  assert(y != 4);
  return 0;
}
