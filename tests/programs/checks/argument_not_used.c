#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
static int one(int x) { return 1; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  return one(10 / i); // div-by-zero=fails
}
