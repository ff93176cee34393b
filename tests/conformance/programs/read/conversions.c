/* Integer promotions, the usual conversions, narrowing, and truth values. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
signed char narrow;
unsigned short half;
_Bool truth;
long wide;
unsigned long huge;
int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  short small = __VERIFIER_nondet_short();
  int value = __VERIFIER_nondet_int();
  unsigned int plain = __VERIFIER_nondet_uint();
  narrow = value;
  half = value + byte;
  truth = value & 0x100;
  wide = value + plain;
  huge = value;
  assert((byte << 4) >= byte);
  assert((unsigned char)~byte == 255 - byte);
  assert((value < plain) == ((unsigned int)value < plain));
  assert((small < byte) == ((int)small < (int)byte));
  assert(+small == small && sizeof(+small) == sizeof(int));
  assert(sizeof(byte + byte) == sizeof(int) && sizeof(small + 1L) == sizeof(long));
  assert((value ? byte : -1) == (value ? (int)byte : -1));
  assert((1 ? -1 : 0u) > 0 && (1 ? 0u : -1) - 1 > 0);
  assert((value ? 1L : plain) == (value ? 1L : (long)plain));
  assert(-1 > 0u && -1L < 0u && (unsigned short)-1 > 0);
  assert((_Bool)0.5 && (_Bool)256 && !(_Bool)0);
  assert((int)(signed char)200 == -56 && (int)(char)200 == -56);
  assert((5 / -2 == -2) && (5 % -2 == 1) && (-5 % 2 == -1));
  assert((-1 >> 1) == -1 && (-1u >> 31) == 1);
  return 0;
}
