// VERDICT: unsafe. The later rows are shorter than the first one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *row = 0, m = 1000000;
  for (int i = 0; i < 2; i++) {
    row = malloc(m * sizeof(int));
    m = 10;
  }
  row[999999] = 7;
  A(row[999999] == 7);
  return 0;
}
