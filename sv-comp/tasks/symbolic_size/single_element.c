// The first element is taken from its neighbour.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "single_element.c", 7, "reach_error"); }
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

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > N)
    return 0;
  int a[n];
  a[0] = 0;
  for (int i = 1; i < n; i++)
    a[i] = 8;
  if (n > 1)
    a[0] = a[1];
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 8);
  return 0;
}
