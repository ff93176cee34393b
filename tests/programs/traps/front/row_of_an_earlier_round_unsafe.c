// VERDICT: unsafe. Each iteration has a new buffer without contents.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *first = 0, *buffer = 0;
  for (int i = 0; i < 3; i++) {
    buffer = malloc(1000000 * sizeof(int));
    if (i == 0) { first = buffer; buffer[5] = 7; }
  }
  A(buffer[5] == 7);
  return first == 0;
}
