// Every quotation mark gets a backslash in front.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "escape_doubles.c", 6, "reach_error"); }
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

char in[N], out[2 * N];

int main(void) {
  int i, j = 0;
  for (i = 0; i < N; i++) {
    in[i] = __VERIFIER_nondet_char();
    if (in[i] == '\0')
      in[i] = ' ';
  }
  for (i = 0; i < N; i++) {
    if (in[i] == '"' && j > 0)
      out[j++] = '\\';
    out[j++] = in[i];
  }
  for (i = 0; i < j; i++) {
    if (out[i] == '"')
      __VERIFIER_assert(i > 0 && out[i - 1] == '\\');
  }
  return 0;
}
