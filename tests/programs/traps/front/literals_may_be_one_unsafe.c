// VERDICT: unsafe. Two equal string literals may be one object, so pointers to them may be equal.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
const char *table[2] = {"word", "word"};
int main(void) {
  const char *p = table[0], *q = table[1];
  for (int i = 0; i < 1000; i++) p = table[i & 1], q = table[1 - (i & 1)];
  A(p != q);
  return 0;
}
