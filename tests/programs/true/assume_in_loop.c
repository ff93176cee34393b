// VERDICT: safe. Inputs are assumed to be percentages.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assume_in_loop.c", 1, "reach_error"); }
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

extern void __VERIFIER_assume(int);
int percent[N], rest[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 100);
    percent[i] = x;
  }
  for (i = 0; i < N; i++)
    rest[i] = 100 - percent[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(rest[i] >= 0 && rest[i] <= 100);
  return 0;
}
