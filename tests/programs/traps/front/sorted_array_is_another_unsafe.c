// VERDICT: unsafe. Sorting changes the contents of the array.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int a[1000];
static int upwards(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = 1000 - i;
  qsort(a, 1000, sizeof(int), upwards);
  A(a[0] == 1000);
  return 0;
}
