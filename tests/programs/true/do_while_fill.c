// VERDICT: safe. A do-while loop over an array that is never empty.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "do_while_fill.c", 1, "reach_error"); }
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
  int i = 0;
  do {
    a[i] = 9;
    i++;
  } while (i < N);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 9);
  return 0;
}
