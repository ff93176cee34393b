// VERDICT: unsafe. Two callers hand over two functions: that of one call is not that of the other one.
extern void __VERIFIER_assert(int);
static void keep(int *p) { *p = 1; }
static void clear(int *p) { *p = 0; }
static void each(int *a, int n, void (*f)(int *)) { for (int i = 0; i < n; i++) f(&a[i]); }
int main(void) {
  int a[10];
  each(a, 10, keep);
  each(a + 9, 1, clear);
  for (int i = 0; i < 10; i++) __VERIFIER_assert(a[i] == 1);
  return 0;
}
