// VERDICT: unsafe. in the first iteration another value is written than in all others.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned a[N], key[2];
int main(void) {
  key[0] = __VERIFIER_nondet_int();
  key[1] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = 3u * i;
  for (int i = 0; i < N; i++)
    a[i] ^= key[i == 0 ? 1 : i % 2];
  for (int i = 0; i < N; i++)
    a[i] ^= key[i % 2];
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 3u * i);
  return 0;
}
