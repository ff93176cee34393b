#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  long long x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long long s = x + y; // overflow=holds
  long long p = x * y; // overflow=safe
  return s < p;
}
