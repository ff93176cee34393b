// VERDICT: safe. The classic copying loop stops behind the terminator.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "string_copy_loop.c", 1, "reach_error"); }
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

char from[N], to[N];

int main(void) {
  int i;
  for (i = 0; i < N - 1; i++)
    from[i] = __VERIFIER_nondet_char();
  from[N - 1] = '\0';
  i = 0;
  while ((to[i] = from[i]) != '\0')
    i++;
  __VERIFIER_assert(to[i] == '\0');
  for (i = 0; from[i] != '\0'; i++)
    __VERIFIER_assert(to[i] == from[i]);
  return 0;
}
