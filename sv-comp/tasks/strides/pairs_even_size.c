// Two cells a round; the size is a multiple of two.
// SIZES: 2 4 6

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "pairs_even_size.c", 7, "reach_error"); }
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
  while (i < N) {
    a[i] = i;
    a[i + 1] = -i;
    i += 2;
  }
  for (i = 0; i < N; i += 2)
    __VERIFIER_assert(a[i] + a[i + 1] == 0);
  return 0;
}
