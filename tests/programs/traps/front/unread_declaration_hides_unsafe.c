// VERDICT: unsafe. The name of a declaration that is not understood hides the outer one.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
int x = 1;
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c == 5) {
    union { int *p; long l; } x;
    x.l = 2;
    if (x.l == 2) { a[3] = 1; }
  }
  for (int i = 0; i < N; i++) if (a[i] == x) { reach_error(); abort(); }
  return 0;
}
