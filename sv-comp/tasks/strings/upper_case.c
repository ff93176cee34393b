// Small letters become capitals.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "upper_case.c", 6, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char text[N];

char upper(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  for (i = 0; i < N; i++)
    text[i] = upper(text[i]);
  for (i = 0; i < N; i++) {
    if (text[i] >= 'a' && text[i] <= 'z') {
      reach_error();
      abort();
    }
  }
  return 0;
}
