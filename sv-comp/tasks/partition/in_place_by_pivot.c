// Smaller elements are swapped to the front.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "in_place_by_pivot.c", 7, "reach_error"); }
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
  int pivot = __VERIFIER_nondet_int(), border = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < pivot) {
      int t = a[border];
      a[border] = a[i];
      a[i] = t;
      border++;
    }
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(i < border ? a[i] < pivot : a[i] >= pivot);
  return 0;
}
