// VERDICT: unsafe. An object that shrank has lost its end, also if it grows again.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(1000000 * sizeof *p);
  p[999999] = 7;
  p = realloc(p, sizeof *p);
  p = realloc(p, 1000000 * sizeof *p);
  A(p[999999] == 7);
  return 0;
}
