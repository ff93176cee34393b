/* Floating-point arithmetic, its conversions, and numbers that are none. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
float single = 16777216.0f;
double sum, zero;
int main(void) {
  int value = __VERIFIER_nondet_int();
  float close = value; double exact = value;
  assert((int)exact == value);
  assert(single + 1.0f == single && (double)single + 1 != single);
  assert((int)-2.9 == -2 && (unsigned char)3.7f == 3 && (_Bool)0.1);
  for (int i = 0; i < 10; i++) sum += 0.1;
  assert(sum != 1.0 && sum > 0.99 && (float)sum == 1.0f);
  double none = zero / zero, large = 1 / zero;
  assert(none != none && !(none < 1) && !(none >= 1) && large > 1e308 && -large < 0 && !!none);
  assert((1 ? 1 : 2.0) / 2 == 0.5 && 7 / 2 * 2.0 == 6);
  assert((close > 0) == (value > 0));
  return 0;
}
