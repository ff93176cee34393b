// VERDICT: unsafe. Every argument is evaluated, also one that an assertion has no use for.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert();
void reach_error(void) {}
#define N 1000
int a[N];
int main(void) {
  int k = 0;
  for (int i = 0; i < N; i++) __VERIFIER_assert(1, k++);
  for (int i = 0; i < N; i++) if (k != 0) reach_error();
  return 0;
}
