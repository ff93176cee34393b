// Residue classes modulo three are handled in passes.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

int a[N];

static void pass(int start) {
  for (int i = start; i < N; i += 3)
    a[i] = start + 1;
}

int main(void) {
  pass(0);
  pass(1);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] > 0);
  return 0;
}
