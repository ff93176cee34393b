// A copy routine in the manner of the old library.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "pointer_copy.c", 6, "reach_error"); }
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

void copy(char *d, const char *s, unsigned count) {
  while (count-- > 0)
    *d++ = *s++;
}

int main(void) {
  unsigned i;
  for (i = 0; i < N; i++)
    from[i] = __VERIFIER_nondet_char();
  copy(to, from, N);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(from[i] == to[i]);
  return 0;
}
