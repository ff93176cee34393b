// VERDICT: unsafe. A case falls into the default that stands in the middle, and on.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 5: y += 1;
  default: y += 2;
  case 7: y += 4;
    break;
  case 8: y = 100;
  }
  for (int i = 0; i < N; i++) a[i] = y;
  for (int i = 0; i < N; i++) if (a[i] == 7) { reach_error(); abort(); }
  return 0;
}
