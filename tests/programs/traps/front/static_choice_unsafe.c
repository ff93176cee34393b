// VERDICT: unsafe. A constant choice initialises like any other constant.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int h = 1 ? 2 : 3; int main(void) { static int n = 0 ? 4 : 5; __VERIFIER_assert(h == 0 || n == 0); return 0; }
