// VERDICT: unsafe. A name of the loop's first clause hides the one around it in the body only.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { int i = 7, t = 0; for (int i = 0; i < 3; i++) { int i = 10; t += i; } __VERIFIER_assert(t + i != 37); return 0; }
