// Characters that cannot be printed are replaced.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "seven_bits_only.c", 6, "reach_error"); }
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

char line[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  for (i = 0; i < N; i++) {
    if (line[i] > 126)
      line[i] = '?';
    if (line[i] >= 0 && line[i] < 32)
      line[i] = ' ';
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert((unsigned char)line[i] >= 32 && (unsigned char)line[i] <= 126);
  return 0;
}
