// The size has a limit of its own.
// SYMBOLIC
// UNWIND: 6

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "limit_of_its_own.c", 8, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 1000000)
    return 0;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 1; i < n - 1; i++)
    a[i] = 1;
  a[0] = 1;
  int zeros = 0;
  for (int i = 0; i < n; i++)
    zeros += a[i] == 0;
  __VERIFIER_assert(zeros == 0);
  return 0;
}
