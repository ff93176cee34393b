// VERDICT: unsafe. The value of a pointer above in the text need not hold in the next iteration of a loop.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4];
int main(void) { int *p = a; int rounds = 0; for (int i = 0; i < 5; i++) { if (p == 0) rounds++; if (i == 2) p = 0; }
 __VERIFIER_assert(rounds == 0); return 0; }
