#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
static int pick(int c, int x) { if (c) return x; return 0; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  return pick(i != 0, 10 / i); // div-by-zero=fails
}
