// VERDICT: unsafe. A character constant is an int.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { __VERIFIER_assert(sizeof('a') == sizeof(char)); return 0; }
