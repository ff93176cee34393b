#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  return 7 % i; // div-by-zero=fails
}
