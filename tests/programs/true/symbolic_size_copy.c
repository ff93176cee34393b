// VERDICT: safe. An arbitrary prefix is copied and checked.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "symbolic_size_copy.c", 1, "reach_error"); }
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

int a[N], b[N];

int main(void) {
  int i, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    return 0;
  for (i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    b[i] = a[i];
  for (i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == a[i]);
  return 0;
}
