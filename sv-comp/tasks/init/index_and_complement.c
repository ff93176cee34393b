// Two tables add up to the highest index.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "index_and_complement.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#define assert(condition) __VERIFIER_assert(condition)

#ifndef N
#define N 100000
#endif

int up[N], down[N];

void main_fill(void) {
  int i;
  for (i = 0; i < N; i++) {
    up[i] = i;
    down[i] = N - 1 - i;
  }
}

int main() {
  int i;
  main_fill();
  for (i = 0; i < N; i++)
    assert(up[i] + down[i] == N - 1);
  return 0;
}
