// VERDICT: safe. Fills an array with a constant.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "init_constant.c", 1, "reach_error"); }
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

int table[N];

int main(void) {
  for (int i = 0; i < N; i++)
    table[i] = 42;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(table[i] == 42);
  return 0;
}
