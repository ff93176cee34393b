// Blanks at the end are cut off.

#include <assert.h>
extern void abort(void);
void reach_error() { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR:
    reach_error();
    abort();
  }
  return;
}
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char line[N];

static int trimmed(const char *s, int length) {
  while (length > 1 && s[length - 1] == ' ')
    length--;
  return length;
}

int main(void) {
  int length = 0;
  for (int i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N - 1] = '\0';
  while (line[length])
    length++;
  length = trimmed(line, length);
  __VERIFIER_assert(length == 0 || line[length - 1] != ' ');
  return 0;
}
