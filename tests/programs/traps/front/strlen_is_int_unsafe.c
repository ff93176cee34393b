// VERDICT: unsafe. The program declares that strlen returns an int.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int strlen(const char *);
int main(void) { char *p = "abc"; __VERIFIER_assert(strlen(p) - 5 > 0); return 0; }
