#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
signed char low(int n) { return n; } // conversion=fails
int main(void) {
  return low(__VERIFIER_nondet_int());
}
