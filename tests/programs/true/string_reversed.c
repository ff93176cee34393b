// VERDICT: safe. A text of any length written back to front is as long as it was, and read back to front it is the same.
#ifndef N
#define N 100000
#endif
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

char text[N];
char reversed[N];

int main(void) {
  int i, length = 0, again = 0;
  for (i = 0; i < N - 1; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N - 1] = 0;
  while (text[length])
    length++;
  for (i = 0; i < length; i++)
    reversed[i] = text[length - 1 - i];
  reversed[length] = 0;
  while (reversed[again])
    again++;
  __VERIFIER_assert(again == length);
  for (i = 0; i < length; i++)
    __VERIFIER_assert(text[i] == reversed[length - 1 - i]);
  return 0;
}
