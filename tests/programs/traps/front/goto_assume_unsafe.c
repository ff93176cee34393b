// VERDICT: unsafe. A function with the name of an assumption has the meaning of its body, even if that has a `goto`.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
int bad;
void assume_abort_if_not(int c) { if (c) goto ok; bad = 1; ok: return; }
#define N 1000
int a[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) assume_abort_if_not(a[i] >= 0);
  for (int i = 0; i < N; i++) if (a[i] < 0) { reach_error(); abort(); }
  return 0;
}
