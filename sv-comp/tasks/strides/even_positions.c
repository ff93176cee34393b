// Every other cell is set.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "even_positions.c", 6, "reach_error"); }
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
  for (i = 0; i < N; i += 2)
    a[i] = 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == (i % 2 == 0));
  return 0;
}
