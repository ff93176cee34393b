// VERDICT: unsafe. What a pointer is in the text above says nothing of the next round of a loop.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4];
int main(void) { int *p = a; int rounds = 0; for (int i = 0; i < 5; i++) { if (p == 0) rounds++; if (i == 2) p = 0; }
 __VERIFIER_assert(rounds == 0); return 0; }
