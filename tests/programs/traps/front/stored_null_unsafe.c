// VERDICT: unsafe. Pointers in a static array are null until something else is stored.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4], *t[3];
int main(void) { t[__VERIFIER_nondet_int() & 1] = a; int n = 0; for (int i = 0; i < 3; i++) if (t[i]) n++; __VERIFIER_assert(n == 3); return 0; }
