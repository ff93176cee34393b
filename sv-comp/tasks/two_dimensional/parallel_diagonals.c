// The diagonal and the one above it are marked.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 1000
#endif

char m[N][N];

int main(void) {
  for (int i = 0; i < N; i++) {
    m[i][i] = 1;
    if (i + 1 < N)
      m[i][i + 1] = 2;
  }
  for (int i = 0; i < N; i++) {
    __VERIFIER_assert(m[i][i] == 1);
    if (i > 0)
      __VERIFIER_assert(m[i - 1][i] == 2);
  }
  return 0;
}
