/* Infinity, what is no number, and the macros of <math.h> that ask for them. */
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int);

static double least = INFINITY;
double most[2] = {-INFINITY, HUGE_VAL};
const float none = NAN;

static double number(int kind, double x) {
  switch (kind & 7) {
  case 0: return INFINITY;
  case 1: return -HUGE_VAL;
  case 2: return NAN;
  case 3: return -0.0;
  case 4: return 5e-324;
  default: return x;
  }
}

int main(void) {
  int kind = __VERIFIER_nondet_int();
  double x = number(kind, __VERIFIER_nondet_int()), y = number(kind >> 3, __VERIFIER_nondet_int());
  float f = (kind & 64) ? HUGE_VALF : (kind & 128) ? (float)x : __VERIFIER_nondet_int() / 3.0f;
  if (x < least)
    least = x;
  if (x > most[0])
    most[0] = x;
  __VERIFIER_assert((isnan(x) != 0) == (x != x));
  __VERIFIER_assert(!isinf(x) || (x == INFINITY || x == -INFINITY));
  __VERIFIER_assert(__builtin_isinf_sign(x) == (x == INFINITY) - (x == -INFINITY));
  __VERIFIER_assert(!isfinite(x) == (isnan(x) || isinf(x)));
  __VERIFIER_assert(isgreater(x, y) == (x > y) && isless(x, f) == (x < f));
  __VERIFIER_assert(isgreaterequal(x, y) == (x >= y) && islessequal(f, y) == (f <= y));
  __VERIFIER_assert(islessgreater(x, y) == (x < y || x > y));
  __VERIFIER_assert(isunordered(x, f) == (isnan(x) || isnan(f)));
  __VERIFIER_assert(isnan(none) && !isinf(none) && !isfinite(none));
  __VERIFIER_assert(isnan(f) || f <= HUGE_VALF);
  __VERIFIER_assert(most[1] > 1.7e308 && least <= most[1]);
  __VERIFIER_assert(isinf(x) || isnan(x) || fabs(x) < INFINITY);
  return 0;
}
