// VERDICT: unsafe. Reallocated memory keeps its contents.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(1000 * sizeof *p);
  for (int i = 0; i < 1000; i++) p[i] = 3;
  p = realloc(p, 2000 * sizeof *p);
  A(p[999] != 3);
  return 0;
}
