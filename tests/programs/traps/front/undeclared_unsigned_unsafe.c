// VERDICT: unsafe. An undeclared function returns an int.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { int small = __VERIFIER_nondet_int(); int x = 0; if (small < 0) x = sizeof(nondet_ulong() + 0);
 __VERIFIER_assert(x != 4); return 0; }
