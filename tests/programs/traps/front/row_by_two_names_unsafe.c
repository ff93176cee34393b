// VERDICT: unsafe. Two pointers have one row.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *rows[4];
  for (int i = 0; i < 4; i++) {
    rows[i] = malloc(8 * sizeof(int));
    for (int j = 0; j < 8; j++) rows[i][j] = i;
  }
  rows[1] = rows[2];
  rows[1][3] = 7;
  A(rows[2][3] == 2);
  return 0;
}
