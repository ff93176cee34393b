// A word whose first half passes the test reads the same from behind.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char word[N];

int main(void) {
  int i, ok = 1;
  for (i = 0; i < N; i++)
    word[i] = __VERIFIER_nondet_char();
  for (i = 0; i < N / 2; i++)
    if (word[i] != word[N - 1 - i]) {
      ok = 0;
      break;
    }
  for (i = 0; ok && i < N; i++)
    __VERIFIER_assert(word[i] == word[N - 1 - i]);
  return 0;
}
