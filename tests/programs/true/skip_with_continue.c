// VERDICT: safe. Invalid entries are skipped by continue.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "skip_with_continue.c", 1, "reach_error"); }
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

int a[N], inverse[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    inverse[i] = 0;
  }
  for (i = 0; i < N; i++) {
    if (a[i] == 0)
      continue;
    inverse[i] = 1000 / a[i];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(inverse[i] <= 1000 && inverse[i] >= -1000);
  return 0;
}
