// VERDICT: unsafe. Equal elements are in any order: only the compared member is sorted.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
struct item { int key, value; } a[1000];
static int upwards(const void *p, const void *q) {
  const struct item *one = p, *two = q;
  return one->key < two->key ? -1 : one->key > two->key;
}
int main(void) {
  for (int i = 0; i < 1000; i++) { a[i].key = i % 10; a[i].value = 1000 - i; }
  qsort(a, 1000, sizeof a[0], upwards);
  for (int i = 1; i < 1000; i++) A(a[i - 1].value <= a[i].value);
  return 0;
}
