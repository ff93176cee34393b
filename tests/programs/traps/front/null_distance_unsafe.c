// VERDICT: unsafe. The distance of a null pointer from an array is no index of it.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
char s[3];
int main(void) { char *p = s; if (__VERIFIER_nondet_int() & 1) p = 0; long n = p - s; __VERIFIER_assert(n >= 0 && n < 3); return 0; }
