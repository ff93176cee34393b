// VERDICT: unsafe. A pointer member is null again in each round that initialises its struct with zeros.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
struct item { int *p; int n; }; int a[2];
int main(void) { int nulls = 0; for (int i = 0; i < 5; i++) { struct item x = {0}; if (x.p == 0) nulls++; x.p = a; x.p[1] = i; }
 __VERIFIER_assert(nulls < 5); return 0; }
