// VERDICT: unsafe. For a letter, isalpha returns some nonzero number, not always 1.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int isalpha(int);
int main(void) { int c = __VERIFIER_nondet_int() > 2 ? 97 : 98; __VERIFIER_assert(isalpha(c) == 1); return 0; }
