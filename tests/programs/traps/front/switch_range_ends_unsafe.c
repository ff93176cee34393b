// VERDICT: unsafe. Both ends of a range of cases belong to it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) { case 2 ... 5: y = 1; }
  for (int i = 0; i < N; i++) a[i] = y;
  for (int i = 0; i < N; i++) if (x == 5 && a[i] == 1) { reach_error(); abort(); }
  return 0;
}
