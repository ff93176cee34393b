// VERDICT: unsafe. Adjacent strings are joined after their escapes are read.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
char s[] = "\x1" "2"; int main(void) { __VERIFIER_assert(sizeof s != 3 || s[0] != 1); return 0; }
