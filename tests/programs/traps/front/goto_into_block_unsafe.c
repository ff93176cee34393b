// VERDICT: unsafe. A jump into a loop skips the test at its head.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 5) goto inside;
  while (y < 3) {
    y += 2;
  inside:
    y++;
  }
  for (int i = 0; i < N; i++) a[i] = y;
  for (int i = 0; i < N; i++) if (a[i] == 4) { reach_error(); abort(); }
  return 0;
}
