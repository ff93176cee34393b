// The motivating example of loop shrinking: 2-shrinkable and not 1-shrinkable.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N];
int main(void) {
  int m = a[0];
  for (int i = 0; i < N; i++)
    if (m >= a[i] - 1) m = a[i];
  for (int i = 0; i < N; i++) __VERIFIER_assert(m <= a[i] + 1);
  return 0;
}
