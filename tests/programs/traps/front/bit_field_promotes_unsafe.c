// VERDICT: unsafe. A small unsigned bit-field is an int where it is computed with.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
struct { unsigned low : 3; } s;
int main(void) {
  s.low = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) a[i] = s.low - 8 < 0;
  for (int i = 0; i < N; i++) if (a[i]) { reach_error(); abort(); }
  return 0;
}
