// VERDICT: unsafe. 304 is '0' in a byte, and no digit. Lost if a byte is compared as the number that was converted to it.
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
  int bytes = 0, digits = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    bytes += (unsigned char)(a[i] - '0') < 10;
  for (int i = 0; i < N; i++)
    digits += a[i] >= '0' && a[i] <= '9';
  __VERIFIER_assert(bytes == digits);
  return 0;
}
