// VERDICT: unsafe. A pointer that is assigned another object leaves the first one as it was.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[3], b[3];
static void next(int **p) { *(*p)++ = 5; }
int main(void) { int *p = a; next(&p); p = b; next(&p); *p = __VERIFIER_nondet_int() & 3; int *q = p; p = a; p[2] = 9;
 __VERIFIER_assert(a[0] == 0 || b[0] == 0 || b[1] == 9 || q == b + 2); return 0; }
