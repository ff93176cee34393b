// Squares modulo a prime stay below the prime.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

typedef unsigned int word;

static word residue[N];

int main(void) {
  for (word i = 0; i < N; i++)
    residue[i] = i * i % 17u;
  for (word i = 0; i < N; i++)
    __VERIFIER_assert(residue[i] < 17u);
  return 0;
}
