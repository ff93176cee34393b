// VERDICT: safe. Characters other than carriage returns move to the front of the text, which keeps its terminator.
#ifndef N
#define N 100000
#endif
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

char text[N];

int main(void) {
  int from, to = 0;
  for (from = 0; from < N - 1; from++)
    text[from] = __VERIFIER_nondet_char();
  text[N - 1] = '\0';
  for (from = 0; text[from]; from++)
    if (text[from] != '\r')
      text[to++] = text[from];
  text[to] = '\0';
  for (from = 0; text[from]; from++)
    __VERIFIER_assert(text[from] != '\r');
  return 0;
}
