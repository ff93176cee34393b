// VERDICT: unsafe. The do-while loop writes a cell even for size 0.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "do_while_empty.c", 1, "reach_error"); }
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
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n >= N)
    return 0;
  do {
    a[i++] = 5;
  } while (i < n);
  for (i = n; i < N; i++)
    __VERIFIER_assert(a[i] == 0);
  return 0;
}
