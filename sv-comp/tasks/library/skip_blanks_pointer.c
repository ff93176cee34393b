// Blanks at the beginning are skipped.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

int is_blank(char c) { return c == ' ' || c == '\t'; }

const char *skip_blanks(const char *s) {
  while (is_blank(*s))
    ++s;
  return s;
}

char line[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N] = '\0';
  const char *word = skip_blanks(line);
  __VERIFIER_assert(*word != ' ' && *word != '\t');
  for (const char *p = line; p < word; p++)
    __VERIFIER_assert(*p == ' ' || *p == '\t');
  return 0;
}
