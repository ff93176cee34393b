// A counter of seven goes with the remainder.
// SIZES: 1 3 9

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned c = 0;
  for (unsigned i = 0; i < N; i++) {
    __VERIFIER_assert(c == i % 7);
    c = c == 7 ? 0 : c + 1;
  }
  return 0;
}
