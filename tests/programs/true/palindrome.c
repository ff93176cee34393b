// VERDICT: safe. If the halves agree, the whole array reads the same backwards.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "palindrome.c", 1, "reach_error"); }
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
  int i, palindrome = 1;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N / 2; i++)
    if (a[i] != a[N - 1 - i]) {
      palindrome = 0;
      break;
    }
  if (palindrome)
    for (i = 0; i < N; i++)
      __VERIFIER_assert(a[i] == a[N - 1 - i]);
  return 0;
}
