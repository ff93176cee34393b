// VERDICT: unsafe. without an exchange the array is in order only if every exchange sets the flag; this needs a proof at the head of a `do` loop as well.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, x, t, swapped;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  do {
    swapped = 0;
    for (i = 1; i < N; i++)
      if (a[i - 1] > a[i]) {
        t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
        if (i < N - 1)
          swapped = 1;
      }
  } while (swapped);
  for (x = 1; x < N; x++)
    __VERIFIER_assert(a[x - 1] <= a[x]);
  return 0;
}
