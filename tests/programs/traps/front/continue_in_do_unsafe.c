// VERDICT: unsafe. continue goes to the test of do, and the test has an effect.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[1000]; int main(void) { int i = 0, t = 0; do { if (i & 1) continue; t++; } while (++i < 1000);
 __VERIFIER_assert(t != 500 || i != 1000); return 0; }
