extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
double half = -0.5;
long seen;
int factorial(int n) { return n > 0 ? n * factorial(n - 1) : 1; }
int halves(int n) {
  if (n > 0) return half + halves(n - 1);
  return 7;
}
int differences(int n) { return n > 0 ? n - differences(n - 1) : 0; }
unsigned char narrow(int n) { return n > 0 ? narrow(n - 1) + 100 : 3; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 8);
  seen = factorial(n);
  __VERIFIER_assert(seen != 1000);
  seen = halves(n);
  __VERIFIER_assert(seen != 1000);
  seen = differences(n);
  __VERIFIER_assert(seen != 1000);
  seen = narrow(n);
  __VERIFIER_assert(seen != 1000);
  return 0;
}
