// VERDICT: unsafe. An object that realloc moved has another address.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(4 * sizeof *p), *old = p;
  p = realloc(p, 1000000 * sizeof *p);
  for (int i = 0; i < 4; i++) p[i] = 7;
  A(old[0] == 7);
  return 0;
}
