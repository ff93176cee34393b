// VERDICT: unsafe. A variable of the user may have the name of an earlier temporary.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { int k = __VERIFIER_nondet_int(); int input, x; x = (input = __VERIFIER_nondet_int(), input);
 __VERIFIER_assert(x != input || k != 1000); return 0; }
