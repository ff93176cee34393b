// VERDICT: unsafe. `||` makes 1 of a flag that was 2, whether something is found or not.
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
  int some = 2, any = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    any = any || a[i] > 0;
  }
  for (int i = 0; i < N; i++)
    some = some || a[i] > 0;
  __VERIFIER_assert(any || some == 2);
  return 0;
}
