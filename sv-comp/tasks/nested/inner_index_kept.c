// The inner loop runs in every round.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "inner_index_kept.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 100000
#endif

int m[N][3];

int main(void) {
  int i = 0, j = 0;
  do {
    while (j < 3) {
      m[i][j] = 1;
      j++;
    }
    i++;
  } while (i < N);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(m[i][2] == 1);
  return 0;
}
