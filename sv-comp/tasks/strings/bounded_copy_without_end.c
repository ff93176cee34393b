// A text is copied into a buffer of the same size.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "bounded_copy_without_end.c", 6, "reach_error"); }
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

char source[N], target[N];

int main(void) {
  int i, ended = 0;
  for (i = 0; i < N; i++) {
    source[i] = __VERIFIER_nondet_char();
    target[i] = 'x';
  }
  source[N - 1] = '\0';
  for (i = 0; i < N - 1 && source[i] != '\0'; i++)
    target[i] = source[i];
  if (i < N - 1)
    target[i] = '\0';
  for (i = 0; i < N; i++) {
    if (target[i] == '\0') {
      ended = 1;
      break;
    }
  }
  __VERIFIER_assert(ended);
  return 0;
}
