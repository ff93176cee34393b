// The largest value of every column, which begins where the last one ended.
// UNWIND: 45

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int m[N][40], top[40];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 40; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (int j = 0; j < 40; j++) {
    top[j] = m[N - 1][j];
    for (int i = 2; i < N; i++)
      if (m[i][j] > top[j])
        top[j] = m[i][j];
  }
  int row = __VERIFIER_nondet_int();
  int column = __VERIFIER_nondet_int();
  if (row >= 0 && row < N && column >= 0 && column < 40)
    __VERIFIER_assert(m[row][column] <= top[column] || row == 0);
  return 0;
}
