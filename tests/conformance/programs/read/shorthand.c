/* A choice without a second operand, names of functions, several characters in one constant, bytes of any value. */
#include <float.h>
#include <string.h>
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
struct bits { unsigned a : 3; int : 0; unsigned char c : 5; int d; };
static int length(void) { return sizeof __func__ + sizeof __FUNCTION__; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x ?: 5, z = x > 3 ?: y ?: 2;
  __VERIFIER_assert(y != 0 && z != 0);
  __VERIFIER_assert(__func__[1] == 'a' && length() == 14);
  __VERIFIER_assert('a' == 97 && 'abcd' == 1633837924);
  __VERIFIER_assert(1.0 + DBL_EPSILON > 1.0 && DBL_MAX > 1e308 && DBL_MIN > 0);
  short s[3];
  unsigned long w;
  memset(s, x, sizeof s);
  memset(&w, 0x1F0, sizeof w);
  __VERIFIER_assert((s[1] & 255) == (x & 255) && w == 0xF0F0F0F0F0F0F0F0ul);
  struct bits b;
  memset(&b, 0, sizeof b);
  __VERIFIER_assert(sizeof b == 12 && b.a == 0 && b.d == 0);
  return 0;
}
