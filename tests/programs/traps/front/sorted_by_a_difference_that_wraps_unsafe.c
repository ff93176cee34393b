// VERDICT: unsafe. A difference that wraps is no order: the largest distances come out the wrong way round.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int a[1000];
static int upwards(const void *p, const void *q) { return (int)(*(const unsigned *)p - *(const unsigned *)q); }
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i == 0 ? -2147483647 - 1 : i;
  qsort(a, 1000, sizeof(int), upwards);
  for (int i = 1; i < 1000; i++) A(a[i - 1] <= a[i]);
  return 0;
}
