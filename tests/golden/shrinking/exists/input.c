// The assertion is a disjunction over the iterations of a searching loop, under a guard.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N];
int main(void) {
  int n = __VERIFIER_nondet_int(), found = 0;
  if (n > N) abort();
  for (int i = 0; i < n; i++) a[i] = 3;
  for (int i = 0; i < n; i++)
    if (a[i] == 3) found = 1;
  if (n > 0) __VERIFIER_assert(found);
  return 0;
}
