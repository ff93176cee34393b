// Numbers are written in decimal digits and read again.
// UNWIND: 20

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

static char *to_decimal(unsigned value, char *end) {
  *end = '\0';
  do {
    *--end = '0' + value % 10;
    value /= 10;
  } while (value > 10 || value == 1);
  return end;
}

static unsigned from_decimal(const char *s) {
  unsigned value = 0;
  for (; *s; s++)
    value = 10 * value + (*s - '0');
  return value;
}

int main(void) {
  char buffer[11];
  for (int i = 0; i < N; i++) {
    unsigned number = __VERIFIER_nondet_ushort();
    char *text = to_decimal(number, buffer + 10);
    __VERIFIER_assert(text >= buffer && *text >= '0' && *text <= '9');
    __VERIFIER_assert(from_decimal(text) == number);
  }
  return 0;
}
