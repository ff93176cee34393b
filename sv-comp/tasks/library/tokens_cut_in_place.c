// Separators are overwritten so that each token is a text.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

static int is_separator(char c) { return c == ' ' || c == ',' || c == ';'; }

size_t tokenize(char *s) {
  size_t tokens = 0;
  int inside = 0;
  for (; *s; s++) {
    if (is_separator(*s)) {
      *s = '\0';
      inside = 0;
    } else if (!inside) {
      inside = 1;
      tokens++;
    }
  }
  return tokens;
}

char line[N + 1];

int main(void) {
  for (size_t i = 0; i < N; i++) {
    line[i] = __VERIFIER_nondet_char();
    if (line[i] == '\0')
      return 0;
  }
  line[N] = '\0';
  size_t n = tokenize(line);
  __VERIFIER_assert(n <= (N + 1) / 2);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(line[i] != ' ' && line[i] != ',' && line[i] != ';');
  return 0;
}
