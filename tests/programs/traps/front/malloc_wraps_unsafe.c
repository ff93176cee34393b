// VERDICT: unsafe. The product of the size wraps: there is one cell, and the size says so.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
extern void *malloc(__SIZE_TYPE__);
int main(void) { unsigned n = 0x40000001u, bytes = n * 4; int *p = malloc(bytes); p[0] = 1;
 __VERIFIER_assert(bytes / 4 == n || p[0] != 1); return 0; }
