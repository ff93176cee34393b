// Digits make a number by products and by shifts.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char digits[N];

int main(void) {
  unsigned one = 0, two = 0;
  for (int i = 0; i < N; i++) {
    digits[i] = __VERIFIER_nondet_char();
    if (digits[i] < '0' || digits[i] > '9')
      return 0;
  }
  for (int i = 0; i < N; i++)
    one = 10 * one + (digits[i] - '0');
  for (const char *p = digits; p < digits + N; ++p)
    two = (two << 3) + (two << 1) + (*p & 15);
  __VERIFIER_assert(one == two);
  return 0;
}
