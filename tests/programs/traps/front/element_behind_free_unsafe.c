// VERDICT: unsafe. A freed object has no elements.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 100; i++) { p = realloc(p, (i + 1) * sizeof *p); p[i] = 7; }
  free(p);
  A(p[0] == 7);
  return 0;
}
