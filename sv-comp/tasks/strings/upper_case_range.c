// Small letters become capitals.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "upper_case_range.c", 6, "reach_error"); }
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
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < N; i++) {
    if (text[i] >= 'a' && text[i] < 'z')
      text[i] = (char)(text[i] - 'a' + 'A');
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(!(text[i] >= 'a' && text[i] <= 'z'));
  return 0;
}
