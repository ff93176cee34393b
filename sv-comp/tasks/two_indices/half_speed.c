// The second index moves in every other round.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "half_speed.c", 6, "reach_error"); }
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

int a[N];

int main(void) {
  int i, j = 0;
  for (i = 0; i < N; i++) {
    a[j] = i;
    if (i % 2 == 1)
      j++;
  }
  __VERIFIER_assert(j == N / 2);
  return 0;
}
