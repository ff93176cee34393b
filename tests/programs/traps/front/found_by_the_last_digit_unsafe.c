// VERDICT: unsafe. The found element compares as equal to the key, but need not be equal.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int a[1000];
static int upwards(const void *p, const void *q) { return *(const int *)p % 10 - *(const int *)q % 10; }
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i / 100;
  int key = 13, *found = bsearch(&key, a, 1000, sizeof(int), upwards);
  if (found) A(*found == key);
  return 0;
}
