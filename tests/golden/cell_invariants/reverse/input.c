// Two counters that meet in the middle; the cells between them are as they were.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], old[N];
int main(void) {
  for (int i = 0; i < N; i++) old[i] = a[i] = __VERIFIER_nondet_int();
  for (int i = 0, j = N - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] == old[N - 1 - i]);
  return 0;
}
