// VERDICT: unsafe. Writing one member of a union changes the others.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
union { unsigned whole; unsigned char bytes[4]; } u;
int main(void) {
  u.whole = 258;
  u.bytes[1] = 7;
  for (int i = 0; i < N; i++) a[i] = u.whole != 258;
  for (int i = 0; i < N; i++) if (a[i]) { reach_error(); abort(); }
  return 0;
}
