// Four elements are copied in each round.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "blocks_of_four.c", 6, "reach_error"); }
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
#define N 100002
#endif

int a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = a[i] == 1 ? 2 : 1;
  }
  for (int i = 0; i + 4 <= N; i += 4) {
    b[i] = a[i];
    b[i + 1] = a[i + 1];
    b[i + 2] = a[i + 2];
    b[i + 3] = a[i + 3];
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(b[i] == a[i]);
  return 0;
}
