// Two indices approach each other.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "constant_sum.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#define assert(condition) __VERIFIER_assert(condition)

#ifndef N
#define N 100000
#endif

char a[N];

int main(void) {
  int low = 0, high = N - 1;
  while (low < high) {
    char t = a[low];
    a[low] = a[high];
    a[high] = t;
    low++;
    high--;
    assert(low + high == N - 1);
  }
  return 0;
}
