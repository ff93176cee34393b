// VERDICT: unsafe. The compiler uses its own labs, whatever the program defines.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
long labs(long x) { return x; }
int main(void) { long x = -3; __VERIFIER_assert(labs(x) == -3); return 0; }
