// VERDICT: unsafe. an unsuccessful search before the last cell bounds no sum that includes that cell.
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
  long long sum = 0;
  int some = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    sum += a[i];
  }
  for (int i = 0; i < N - 1; i++)
    some = some || a[i] > 0;
  __VERIFIER_assert(sum <= 0 || some);
  return 0;
}
