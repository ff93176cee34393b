// Every pair of elements is compared.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "all_pairs_differ.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 10000
#endif

int a[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = N - i;
  for (i = 0; i < N; i++)
    for (j = i + 1; j < N; j++)
      __VERIFIER_assert(a[i] != a[j]);
  return 0;
}
