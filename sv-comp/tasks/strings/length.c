// The length of a text that has a terminator in its last place.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "length.c", 6, "reach_error"); }
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

char text[N];

int main(void) {
  int i, length = 0;
  for (i = 0; i < N - 1; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N - 1] = '\0';
  while (text[length] != '\0')
    length++;
  __VERIFIER_assert(length <= N - 1);
  for (i = 0; i < length; i++)
    __VERIFIER_assert(text[i] != '\0');
  return 0;
}
