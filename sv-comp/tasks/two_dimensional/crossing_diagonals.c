// Both diagonals of a square are marked.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 1001
#endif

char m[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    m[i][i] = 1;
  for (int i = 0; i < N; i++)
    m[i][N - 1 - i] = 2;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(m[i][i] == 1);
  return 0;
}
