// VERDICT: unsafe. A pointer that is chosen from itself is null as it was before the assignment.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4] = {1, 2, 3, 4};
int main(void) { int *p = __VERIFIER_nondet_int() > 2 ? a + 1 : 0; for (int i = 0; i < 2; i++) p = p ? p + 1 : a;
 __VERIFIER_assert(*p != 2 && *p != 4); return 0; }
