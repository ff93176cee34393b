// VERDICT: unsafe. A newly allocated vector has no contents of the previous one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p;
  for (int round = 0; round < 2; round++) {
    p = 0;
    p = realloc(p, 1000000 * sizeof *p);
    if (round == 0) p[0] = 7;
    if (round == 0) free(p);
  }
  A(p[0] == 7);
  return 0;
}
