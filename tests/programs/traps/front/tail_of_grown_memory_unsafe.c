// VERDICT: unsafe. Behind what was there before, grown memory holds anything.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void free(void *);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *dirty = malloc(4000);
  for (int i = 0; i < 1000; i++) dirty[i] = 9;
  free(dirty);
  int *p = calloc(10, sizeof *p);
  p = realloc(p, 900 * sizeof *p);
  A(p[500] == 0);
  return 0;
}
