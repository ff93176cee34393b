// VERDICT: unsafe. Statements after an early return do not run in every call.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[3], *g;
static int *some(int c) { if (c) return 0; return a; }
static void set(int c) { if (c) { g = 0; return; } g = a + 1; }
int main(void) { int *p = some(__VERIFIER_nondet_int() & 1); set(__VERIFIER_nondet_int() & 1); __VERIFIER_assert(p != 0 || g != 0); return 0; }
