// VERDICT: safe. A key stored at an arbitrary position is found.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "exists_planted.c", 1, "reach_error"); }
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

int a[N];

int main(void) {
  int i, found = 0;
  int key = __VERIFIER_nondet_int();
  int p = __VERIFIER_nondet_int();
  if (p < 0 || p >= N)
    return 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  a[p] = key;
  for (i = 0; i < N; i++)
    if (a[i] == key)
      found = 1;
  __VERIFIER_assert(found);
  return 0;
}
