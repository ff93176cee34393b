// The size of a local array is an input.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "vla_filled.c", 7, "reach_error"); }
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
  if (n < 1 || n > N)
    return 0;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 2 * i);
  return 0;
}
