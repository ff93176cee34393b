// One character of a text is replaced by another one.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *replace(char *s, char from, char to) {
  for (char *p = s; *p; ++p)
    if (*p == from)
      *p = to;
  return s;
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  char from = __VERIFIER_nondet_char(), to = __VERIFIER_nondet_char();
  if (from == to || from == '\0')
    return 0;
  char *s = replace(text, from, to);
  while (*s)
    __VERIFIER_assert(*s++ != from);
  return 0;
}
