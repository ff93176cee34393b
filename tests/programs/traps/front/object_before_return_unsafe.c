// VERDICT: unsafe. Behind an early return a pointer is assigned another object in some runs only.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[3] = {1, 1, 1}, b[3] = {2, 2, 2}, *g = a;
static void set(int c) { if (c) return; g = b; }
static int *some(int c) { if (c) return a; return b; }
int main(void) { set(__VERIFIER_nondet_int() & 1); __VERIFIER_assert(*g == 2 || *some(1) == 2); return 0; }
