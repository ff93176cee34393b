// VERDICT: unsafe. A freed row loses its contents.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *rows[4];
  for (int i = 0; i < 4; i++) {
    rows[i] = malloc(200000 * sizeof(int));
    rows[i][0] = 7;
  }
  for (int i = 0; i < 4; i++) free(rows[i]);
  A(rows[2][0] == 7);
  return 0;
}
