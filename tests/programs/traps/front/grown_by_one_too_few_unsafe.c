// VERDICT: unsafe. The last element has no room.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int n = 8, *p = malloc(n * sizeof *p);
  p = realloc(p, (2 * n - 1) * sizeof *p);
  for (int i = 0; i < 2 * n; i++) p[i] = 1;
  int *other = malloc(8 * sizeof *other);
  for (int i = 0; i < 8; i++) other[i] = 2;
  A(p[2 * n - 1] == 1);
  return 0;
}
