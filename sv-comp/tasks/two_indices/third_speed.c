// The second index moves in every third round.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "third_speed.c", 6, "reach_error"); }
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

int main(void) {
  int slow = 0;
  for (int fast = 0; fast < N; fast++) {
    __VERIFIER_assert(3 * slow <= fast);
    if (fast % 3 == 1)
      slow++;
  }
  return 0;
}
