// VERDICT: unsafe. The argument is converted to the type that the prototype gives.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(char);
void reach_error(void) {}
#define N 1000
int a[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = 256;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i]);
  return 0;
}
