/* run: ; a choice without a second operand, the name of a function, characters in one, a double from a long one */
#include <assert.h>
#include <float.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int length(void) { return sizeof __func__; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x ?: 5;
  assert(y != 0 && (0 ?: 0 ?: 4) == 4);
  assert(__func__[0] == 'm' && sizeof __FUNCTION__ == 5 && length() == 7);
  assert('ab' == 24930);
  assert(1.0 + DBL_EPSILON > 1.0);
}
