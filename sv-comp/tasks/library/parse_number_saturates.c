// Digits are read as a number that does not grow too large.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

#define LIMIT 1000

unsigned parse(const char *s, const char **end) {
  unsigned value = 0;
  while (*s >= '0' && *s <= '9') {
    unsigned digit = *s++ - '0';
    if (value > (LIMIT - digit) / 10)
      value = LIMIT;
    else
      value = 10 * value + digit;
  }
  *end = s;
  return value;
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  const char *rest;
  unsigned value = parse(text, &rest);
  __VERIFIER_assert(value <= LIMIT);
  __VERIFIER_assert(*rest < '0' || *rest > '9');
  return 0;
}
