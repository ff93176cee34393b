// VERDICT: unsafe. The walking pointer stops in front of the last element.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "pointer_walk_short.c", 1, "reach_error"); }
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
  int *p = a;
  while (p < a + N - 1)
    *p++ = 7;
  for (p = a; p < a + N; p++)
    __VERIFIER_assert(*p == 7);
  return 0;
}
