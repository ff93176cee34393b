// Capital letters are counted by two tests.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char text[N + 1];

int main(void) {
  int one = 0, two = 0;
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  for (int i = 0; text[i]; i++)
    if (text[i] >= 'A' && text[i] <= 'Z')
      one++;
  for (const char *p = text; *p; p++)
    two += (unsigned)*p - 'A' <= 26;
  __VERIFIER_assert(one == two);
  return 0;
}
