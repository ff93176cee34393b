// Two sorted arrays are merged.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "merge.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

unsigned short a[N], b[N], merged[2 * N];

int main(void) {
  int i, j, k;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_ushort();
    b[i] = __VERIFIER_nondet_ushort();
    if (i > 0 && (a[i - 1] > a[i] || b[i - 1] > b[i]))
      return 0;
  }
  for (i = 0, j = 0, k = 0; k < 2 * N; k++) {
    if (j == N || (i < N && a[i] <= b[j]))
      merged[k] = a[i++];
    else
      merged[k] = b[j++];
  }
  for (k = 1; k < 2 * N; k++)
    __VERIFIER_assert(merged[k - 1] <= merged[k]);
  return 0;
}
