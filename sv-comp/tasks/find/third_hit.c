// A lock counts how often the wrong key was tried.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "third_hit.c", 6, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int attempt[N];

int main(void) {
  int wrong = 0;
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    attempt[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (attempt[i] != key)
      wrong++;
    else
      wrong = 0;
    if (wrong == 3) {
      reach_error();
      abort();
    }
  }
  return 0;
}
