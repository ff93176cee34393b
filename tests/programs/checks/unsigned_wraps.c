#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1; // unsigned-overflow=fails
  return y == 0;
}
