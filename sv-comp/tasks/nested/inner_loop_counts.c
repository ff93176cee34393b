// The inner loop runs four times in every round.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "inner_loop_counts.c", 6, "reach_error"); }
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

unsigned char count[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++) {
    j = 0;
    while (j < 4) {
      count[i]++;
      j++;
    }
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(count[i] == 4);
  return 0;
}
