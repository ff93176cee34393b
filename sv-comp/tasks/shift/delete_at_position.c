// One element is deleted, and the gap is closed.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "delete_at_position.c", 6, "reach_error"); }
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

int a[N], old[N];

static void delete_at(int position) {
  int i = position ? position : 1;
  for (; i < N - 1; i++)
    a[i] = a[i + 1];
}

int main(void) {
  int i, position = __VERIFIER_nondet_int();
  if (position < 0 || position >= N)
    return 0;
  for (i = 0; i < N; i++) {
    old[i] = __VERIFIER_nondet_int();
    a[i] = old[i];
  }
  delete_at(position);
  for (i = 0; i < N - 1; i++)
    __VERIFIER_assert(a[i] == (i < position ? old[i] : old[i + 1]));
  return 0;
}
