// VERDICT: unsafe. An octal escape ends behind three digits.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
char s[] = "\1011"; int main(void) { __VERIFIER_assert(sizeof s == 2 || s[1] != '1'); return 0; }
