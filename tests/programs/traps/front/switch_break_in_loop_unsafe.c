// VERDICT: unsafe. The break of a loop in a switch leaves the loop alone.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 5:
    for (;;) { y = 3; break; }
    y++;
  case 6:
    y += 10;
  }
  for (int i = 0; i < N; i++) a[i] = y;
  for (int i = 0; i < N; i++) if (a[i] == 14) { reach_error(); abort(); }
  return 0;
}
