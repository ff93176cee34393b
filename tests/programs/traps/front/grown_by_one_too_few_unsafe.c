// VERDICT: unsafe. The last element has no room.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8 * sizeof *p);
  p = realloc(p, 1500000 * sizeof *p);
  for (int i = 0; i <= 1500000; i++) p[i] = 1;
  A(p[1500000] == 1);
  return 0;
}
