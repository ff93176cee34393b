// VERDICT: unsafe. A pointer made of a number points to an object whose address has become a number before.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
static char cells[64];
int main(void) {
  unsigned long number = (unsigned long)&cells[0];
  unsigned low = (unsigned)number, high = (unsigned)(number >> 16 >> 16);
  char *p = (char *)((unsigned long)high << 16 << 16 | low);
  *p = 3;
  A(cells[0] == 0);
  return 0;
}
