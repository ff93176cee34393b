// VERDICT: safe. The copy of an arbitrary array equals it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "copy_two.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int source[N], target[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    source[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    target[i] = source[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(target[i] == source[i]);
  return 0;
}
