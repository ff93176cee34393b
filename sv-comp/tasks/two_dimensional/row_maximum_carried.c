// The largest value of every row is one of the row.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "row_maximum_carried.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned m[N][2], top[N];

int main(void) {
  unsigned best = 0;
  for (int i = 0; i < N; i++) {
    m[i][0] = __VERIFIER_nondet_uint();
    m[i][1] = __VERIFIER_nondet_uint();
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < 2; j++) {
      if (m[i][j] > best)
        best = m[i][j];
    }
    top[i] = best;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(top[i] == m[i][0] || top[i] == m[i][1]);
  return 0;
}
