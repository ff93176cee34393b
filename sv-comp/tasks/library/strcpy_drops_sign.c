// The copy of a text in the shortest way that C knows.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *my_strcpy(char *dest, const char *src) {
  char *d = dest;
  while ((*d++ = *src++ & 127))
    ;
  return dest;
}

char from[N + 1], to[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    from[i] = __VERIFIER_nondet_char();
  from[N] = '\0';
  char *result = my_strcpy(to, from);
  __VERIFIER_assert(result == to);
  int i;
  for (i = 0; from[i]; i++)
    __VERIFIER_assert(to[i] == from[i]);
  __VERIFIER_assert(to[i] == '\0');
  return 0;
}
