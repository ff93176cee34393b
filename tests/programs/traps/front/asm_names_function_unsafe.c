// VERDICT: unsafe. A function without a body has the symbol of another one, which runs instead.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
static int hits;
int counted(int x) { hits++; return x; }
int other(int x) __asm__("counted");
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) s++;
  other(s);
  A(hits == 0);
  return 0;
}
