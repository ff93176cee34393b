// The lower triangle is marked.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 1000
#endif

unsigned char m[N][N];

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++)
      m[i][j] = 1;
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      __VERIFIER_assert(m[i][j] == 1 || (j == i && i != N - 1));
  }
  return 0;
}
