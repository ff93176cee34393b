// VERDICT: unsafe. The branches of a conditional have one type, whichever is taken.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { int p = __VERIFIER_nondet_int(); long x = p ? -1 : 0u; __VERIFIER_assert(x != 4294967295l || !p); return 0; }
