// A matrix with ones on its diagonal: one column of it, with one iteration in place of each loop over the columns.
extern void __VERIFIER_assert(int cond);
#define N 1000
int m[N][N];
int main(void) {
  int i, j;
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++) m[i][j] = 0;
    m[i][i] = 1;
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) __VERIFIER_assert(m[i][j] == (i == j));
  return 0;
}
