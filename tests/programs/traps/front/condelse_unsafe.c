// VERDICT: unsafe. Without what it does not need, a printed slice has its `else` at another `if`, behind a loop.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(int);
void reach_error(void) {}
#define N 1000
int a[N], b[N], j[N];
int main(void) { int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), x = 0;
 for (int i = 0; i < N; i++) { if (p) for (int t = 0; t < 3; t++) if (q > t) b[i] = 1; else j[i]++; else b[i] = 5; }
 for (int i = 0; i < N; i++) j[i]++;
 for (int i = 0; i < N; i++) { j[i] *= 2; if (j[i] > 5) j[i] = 0; }
 for (int i = 0; i < N; i++) __VERIFIER_assert(b[i] != 5 || p != 0);
 return 0; }
