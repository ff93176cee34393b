// The check sum of card numbers grows by a digit at most.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

static int doubled(int digit) {
  int d = 2 * digit;
  return d > 9 ? d - 9 : d;
}

unsigned luhn(const char *digits, size_t n) {
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) {
    int digit = digits[i] - '0';
    int part = i % 2 == 0 ? doubled(digit) : digit;
    __VERIFIER_assert(part >= 0 && part <= 9);
    sum += part;
  }
  return sum;
}

char number[N];

int main(void) {
  for (size_t i = 0; i < N; i++) {
    number[i] = __VERIFIER_nondet_char();
    if (number[i] < '0' || number[i] > '9')
      return 0;
  }
  unsigned sum = luhn(number, N);
  __VERIFIER_assert(sum <= 9u * N);
  return 0;
}
