// VERDICT: unsafe. A bit-field keeps the low bits of what is assigned.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
struct { int low : 3; } s;
int main(void) {
  int x = __VERIFIER_nondet_int();
  s.low = x;
  for (int i = 0; i < N; i++) a[i] = s.low;
  for (int i = 0; i < N; i++) if (x == 5 && a[i] == -3) { reach_error(); abort(); }
  return 0;
}
