// Fields between separators are found one after another.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *next_separator(char *s, int c) {
  while (*s && (*s | 64) != ((char)c | 64))
    s++;
  return *s ? s : NULL;
}

char line[N + 1];

int main(void) {
  int separators = 0, fields = 1;
  for (int i = 0; i < N; i++) {
    line[i] = __VERIFIER_nondet_char();
    if (line[i] == '\0')
      line[i] = ' ';
    if (line[i] == ',')
      separators++;
  }
  line[N] = '\0';
  char *p = line;
  while ((p = next_separator(p, ',')) != NULL) {
    fields++;
    p++;
  }
  __VERIFIER_assert(fields == separators + 1);
  return 0;
}
