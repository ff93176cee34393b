// Sorting by insertion.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "insertion_above_first.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 10000
#endif

int a[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++) {
    int v = a[i];
    for (j = i; j > 1 && a[j - 1] > v; j--)
      a[j] = a[j - 1];
    a[j] = v;
  }
  for (i = 0; i + 1 < N; i++)
    __VERIFIER_assert(a[i] <= a[i + 1]);
  return 0;
}
