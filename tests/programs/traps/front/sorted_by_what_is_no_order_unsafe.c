// VERDICT: unsafe. The comparison is no order: it puts each element before small ones, and no two neighbours compare as equal.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int a[1000];
static int upwards(const void *p, const void *q) { (void)q; return *(const int *)p < 50 ? -1 : 1; }
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = 1000 - i;
  qsort(a, 1000, sizeof(int), upwards);
  for (int i = 1; i < 1000; i++) A(a[i - 1] < 50 && a[i] < 50);
  return 0;
}
