// The mirror image goes to a second array.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "first_element_stays.c", 6, "reach_error"); }
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
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = N - 1; i > 0; i--)
    b[N - 1 - i] = a[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] == a[N - 1 - i]);
  return 0;
}
