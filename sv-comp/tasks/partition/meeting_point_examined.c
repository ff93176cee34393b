// Two indices pass each other, and the elements between them are swapped.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "meeting_point_examined.c", 7, "reach_error"); }
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

int a[N];

int main(void) {
  int i, low = 0, high = N;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  while (low < high) {
    if (a[low] < 0) {
      low++;
    } else {
      int t = a[low];
      high--;
      a[low] = a[high];
      a[high] = t;
    }
  }
  for (i = 0; i < low; i++)
    __VERIFIER_assert(a[i] < 0);
  for (i = low; i < N; i++)
    __VERIFIER_assert(a[i] >= 0);
  return 0;
}
