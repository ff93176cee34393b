// Every cell gets the same constant.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "constant_fill.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 1000000
#endif

int a[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = 42;
  }
  for (i = 0; i < N; i++) {
    __VERIFIER_assert(a[i] == 42);
  }
  return 0;
}
