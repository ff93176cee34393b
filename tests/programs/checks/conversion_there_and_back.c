#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = (unsigned)n; // conversion=fails
  return m == n;
}
