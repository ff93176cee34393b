// Two passes go down by two.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "downwards_by_two.c", 6, "reach_error"); }
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
  int i;
  for (i = N - 1; i >= 0; i -= 2)
    a[i] = 1;
  for (i = N - 2; i > 0; i -= 2)
    a[i] = 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 1);
  return 0;
}
