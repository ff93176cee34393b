// VERDICT: unsafe. A jump that leads out is no endless loop.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define N 1000
int a[N];
void assume_abort_if_not(int c) { if (!c) { goto out; out: ; } }
int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) assume_abort_if_not(a[i] >= 0);
  for (int i = 0; i < N; i++) if (a[i] < 0) { reach_error(); abort(); }
  return 0;
}
