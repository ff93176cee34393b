// VERDICT: unsafe. A reallocated object is lost if its new address is not stored.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(4 * sizeof *p), lost = 0;
  p[0] = 7;
  if (!realloc(p, 1000000 * sizeof *p)) lost = 1;
  A(p[0] == 7);
  return lost;
}
