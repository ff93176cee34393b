// VERDICT: unsafe. Half is no condition for a function that takes an int.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(int);
void reach_error(void) {}
#define N 1000
double a[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = 0.5;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i]);
  return 0;
}
