// VERDICT: unsafe. the low byte of v is always 0, which is given as an invariant; that is not to say that v is 0.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error() { }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned v = 0;
  int i;
  for (i = 0; i < N; i++)
    __CPROVER_loop_invariant((unsigned char)v == 0)
  {
    __VERIFIER_assert(v != 512);
    v += __VERIFIER_nondet_int() ? 256 : 512;
  }
  return 0;
}
