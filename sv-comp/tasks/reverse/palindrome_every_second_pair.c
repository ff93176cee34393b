// A word that passes the test reads the same from behind.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "palindrome_every_second_pair.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char word[N];

static int palindrome(const char *s, int length) {
  for (int i = 0; i < length / 2; i += 2) {
    if (s[i] != s[length - 1 - i])
      return 0;
  }
  return 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    word[i] = __VERIFIER_nondet_char();
  if (palindrome(word, N)) {
    for (int i = 0; i < N; i++)
      __VERIFIER_assert(word[i] == word[N - 1 - i]);
  }
  return 0;
}
