// VERDICT: unsafe. A jump ahead leaves the pointer null, though the text behind it sets it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, *p = 0;
  if (x == 5) goto out;
  p = a;
out:
  if (p == 0) y = 1;
  for (int i = 0; i < N; i++) a[i] = y;
  for (int i = 0; i < N; i++) if (a[i] == 1) { reach_error(); abort(); }
  return 0;
}
