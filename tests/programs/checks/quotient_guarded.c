#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  int i = __VERIFIER_nondet_int(), s = 0;
  if (i != 0) s = 10 / i; // div-by-zero=holds overflow=holds
  return s;
}
