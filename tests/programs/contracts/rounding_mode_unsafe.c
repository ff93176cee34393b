/* run: ; unsafe: the quotient is rounded upwards */
#include <assert.h>
extern int __CPROVER_rounding_mode;
int main(void) {
  double x = 1.0, y = 3.0;
  __CPROVER_rounding_mode = 2;
  assert(x / y == 1.0 / 3.0);
  return 0;
}
