// VERDICT: unsafe. The recursion goes deeper than it is inlined.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int depth(int n) { if (n <= 0) return 0; return 1 + depth(n - 1); }
int main(void) {
  for (int i = 0; i < N; i++) a[i] = depth(200);
  for (int i = 0; i < N; i++) if (a[i] == 200) { reach_error(); abort(); }
  return 0;
}
