// VERDICT: unsafe. An unsuccessful search function returns null, not the end.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int a[4] = {5, 6, 7, 8};
int *find(int *from, int n, int key) { for (int i = 0; i < n; i++) if (from[i] == key) return from + i; return 0; }
int main(void) { int *p = find(a, 4, __VERIFIER_nondet_int() & 7); __VERIFIER_assert(p == 0 || p > a); return 0; }
