// VERDICT: unsafe. The invariants that the comments give do not hold. Lost if invariants of the user are assumed without proof.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int hits = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  /*@ loop invariant 0 <= i <= N;
      loop invariant hits == 0;
      loop invariant \forall integer k; 0 <= k < N ==> b[k] == a[k];
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == \at(b[k], LoopEntry); */
  for (int i = 0; i < N; i++) {
    b[i] = a[i];
    if (a[i] == 17) { hits++; b[0] = 1; }
  }
  /*@ loop invariant i < 0; */
  for (int i = 0; i < N; i++) __VERIFIER_assert(b[i] == a[i]);
  __VERIFIER_assert(hits == 0);
  return 0;
}
