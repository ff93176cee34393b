// VERDICT: safe. Two columns change places in every row.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "matrix_swap_columns.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int m[N][2], old[N][2];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    m[i][0] = old[i][0] = __VERIFIER_nondet_int();
    m[i][1] = old[i][1] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++) {
    int t = m[i][0];
    m[i][0] = m[i][1];
    m[i][1] = t;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(m[i][0] == old[i][1] && m[i][1] == old[i][0]);
  return 0;
}
