// VERDICT: unsafe. A full buffer has no terminator, so the length can be N.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "string_no_terminator.c", 1, "reach_error"); }
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
  for (i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  while (length < N && text[length] != '\0')
    length++;
  __VERIFIER_assert(length < N);
  return 0;
}
