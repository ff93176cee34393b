// VERDICT: unsafe. for odd n the last element is in no pair. Lost if n / 2 pairs are taken to cover n elements.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n / 2; i++) { b[2 * i] = a[2 * i]; b[2 * i + 1] = a[2 * i + 1]; }
  for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == a[i]);
  return 0;
}
