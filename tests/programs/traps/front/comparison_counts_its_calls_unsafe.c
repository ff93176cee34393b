// VERDICT: unsafe. A comparison function keeps state between its calls.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int a[100];
static int upwards(const void *p, const void *q) {
  static int calls;
  calls++;
  A(calls != 40);
  return *(const int *)p - *(const int *)q;
}
int main(void) {
  for (int i = 0; i < 100; i++) a[i] = 100 - i;
  qsort(a, 100, sizeof(int), upwards);
  return 0;
}
