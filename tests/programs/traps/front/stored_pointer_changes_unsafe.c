// VERDICT: unsafe. The object of a pointer in an array changes through another name.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4], *t[3];
int main(void) { for (int i = 0; i < 3; i++) t[i] = a + 1; *t[2] = __VERIFIER_nondet_int() & 7; t[1]++; *t[1] = 9;
 __VERIFIER_assert(*t[0] == 0 || a[2] != 9); return 0; }
