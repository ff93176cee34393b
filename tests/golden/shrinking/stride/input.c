// Two writes an iteration and a property loop of another stride: columns are spread by a rate.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N];
int main(void) {
  for (int i = 0; i < N; i += 2) {
    a[i] = 1;
    a[i + 1] = 2;
  }
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1 + i % 2);
  return 0;
}
