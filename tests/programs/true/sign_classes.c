// VERDICT: safe. A switch over the three signs of a number.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sign_classes.c", 1, "reach_error"); }
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

int a[N], kind[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    kind[i] = (a[i] > 0) - (a[i] < 0);
  for (i = 0; i < N; i++) {
    switch (kind[i]) {
    case -1:
      __VERIFIER_assert(a[i] < 0);
      break;
    case 0:
      __VERIFIER_assert(a[i] == 0);
      break;
    default:
      __VERIFIER_assert(a[i] > 0);
    }
  }
  return 0;
}
