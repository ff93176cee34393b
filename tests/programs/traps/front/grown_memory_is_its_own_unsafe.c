// VERDICT: unsafe. If one of a pointer's possible objects is reallocated, it keeps its contents.
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *one = malloc(10 * sizeof *one), *two = malloc(10 * sizeof *two);
  for (int i = 0; i < 10; i++) { one[i] = 1; two[i] = 2; }
  int *either = __VERIFIER_nondet_bool() ? one : two, first = either[0];
  int *grown = realloc(two, 20 * sizeof *grown);
  A(first == 3 || grown[3] == 1);
  return 0;
}
