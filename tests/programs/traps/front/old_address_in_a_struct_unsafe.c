// VERDICT: unsafe. A copy of a vector keeps the address that its cells had.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *realloc(void *, unsigned long);
struct vector { int *data; int used; };
int main(void) {
  struct vector v = {0}, copy;
  for (int i = 0; i < 3; i++) {
    copy = v;
    v.data = realloc(v.data, (i + 1) * 400000 * sizeof *v.data);
    v.data[0] = 7;
  }
  A(copy.data[0] == 7);
  return 0;
}
