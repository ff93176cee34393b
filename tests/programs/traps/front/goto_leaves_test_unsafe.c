// VERDICT: unsafe. A jump out of a loop leaves it before the step that its test makes behind it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int i = 0, x = __VERIFIER_nondet_int();
  while (i++ < N - 1) {
    if (i == 5 && x == 5) goto out;
    a[i] = i;
  }
out:
  for (int j = 0; j < N; j++) a[j] = i;
  for (int j = 0; j < N; j++) if (a[j] == 5) { reach_error(); abort(); }
  return 0;
}
