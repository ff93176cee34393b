// VERDICT: unsafe. A write through a pointer of another type changes the same memory.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
static void *get(unsigned long n) {
  void *p = malloc(n);
  if (!p) abort();
  return p;
}
int main(void) {
  void *memory = get(40);
  int *numbers = memory;
  numbers[0] = 7;
  unsigned char *bytes = memory;
  bytes[0] = 1;
  A(numbers[0] == 7);
  return 0;
}
