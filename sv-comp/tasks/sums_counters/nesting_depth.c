// Opening and closing brackets are counted.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "nesting_depth.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern char __VERIFIER_nondet_char(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

char text[N];

int main(void) {
  int depth = 0;
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  assume_abort_if_not(text[0] == '(');
  for (int i = 0; i < N; i++) {
    if (text[i] == '(')
      depth++;
    else if (text[i] == ')')
      depth--;
    __VERIFIER_assert(depth >= 0);
  }
  return 0;
}
