// Two sorted arrays are merged.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "merge_drops_ties.c", 7, "reach_error"); }
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
#define N 100000
#endif

int a[N], b[N], merged[2 * N];

int main(void) {
  int i, j = 0, k = 0;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
    if (i > 0 && (a[i - 1] >= a[i] || b[i - 1] >= b[i]))
      return 0;
  }
  i = 0;
  while (i < N && j < N) {
    if (a[i] < b[j]) {
      merged[k++] = a[i++];
    } else if (a[i] > b[j]) {
      merged[k++] = b[j++];
    } else {
      merged[k++] = a[i++];
      j++;
    }
  }
  while (i < N)
    merged[k++] = a[i++];
  while (j < N)
    merged[k++] = b[j++];
  __VERIFIER_assert(k == 2 * N);
  return 0;
}
