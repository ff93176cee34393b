// VERDICT: unsafe. memcpy between cells that overlap is undefined; libraries copy them from either end.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { if (!(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  unsigned a[4], key = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 4; i++) a[i] = i;
  if (key * 2654435761u == 3000012345u) {
    memcpy(a + 1, a, 3 * sizeof *a);
    A(a[3] == 0);
  }
  return 0;
}
