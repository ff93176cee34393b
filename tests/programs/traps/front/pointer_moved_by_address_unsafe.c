// VERDICT: unsafe. A pointer whose address is handed out moves.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4] = {1, 2, 3, 4};
static void forth(int **p, int n) { while (n-- > 0) (*p)++; }
int main(void) { int *p = a; forth(&p, (__VERIFIER_nondet_int() & 1) + 1); __VERIFIER_assert(*p == 1); return 0; }
