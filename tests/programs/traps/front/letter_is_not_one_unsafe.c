// VERDICT: unsafe. A character that is a letter is told by some number, not by one.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int isalpha(int);
int main(void) { int c = __VERIFIER_nondet_int() > 2 ? 97 : 98; __VERIFIER_assert(isalpha(c) == 1); return 0; }
