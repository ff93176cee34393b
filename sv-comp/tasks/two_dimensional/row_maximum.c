// The largest value of every row.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int m[N][3], top[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    top[i] = m[i][0];
    for (j = 1; j < 3; j++)
      if (m[i][j] > top[i])
        top[i] = m[i][j];
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      __VERIFIER_assert(m[i][j] <= top[i]);
  return 0;
}
