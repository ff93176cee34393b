#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  int n = 0;
  if (x > -100.0 && x < 100.0)
    n = x; // conversion=holds
  if (x > 1.0)
    n = x; // conversion=fails
  return n;
}
