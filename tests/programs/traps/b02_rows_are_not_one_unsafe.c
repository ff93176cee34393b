// VERDICT: unsafe. the sum of one row is not that of another one, though both are made alike.
// UNWIND: 24
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
#define M 20
unsigned char m[N][M];
int row[N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    row[i] = 0;
    for (int j = 0; j < M; j++)
      row[i] += m[i][j];
  }
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  if (p >= 0 && p < N && q >= p && q < N && q <= p + 1)
    __VERIFIER_assert(row[p] == row[q]);
  return 0;
}
