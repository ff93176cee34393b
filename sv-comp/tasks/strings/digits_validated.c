// A text of digits has small digit values.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "digits_validated.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char number[N];
int value[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    number[i] = __VERIFIER_nondet_char();
    if (number[i] < '0' || number[i] > '9')
      return 0;
  }
  for (i = 0; i < N; i++)
    value[i] = number[i] - '0';
  for (i = 0; i < N; i++)
    __VERIFIER_assert(0 <= value[i] && value[i] <= 9);
  return 0;
}
