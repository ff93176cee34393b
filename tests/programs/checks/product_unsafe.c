#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 46341) abort();
  int s = x * x; // overflow=unsafe
  return s;
}
