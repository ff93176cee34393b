// Records are copied as a whole.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "whole_record_copied.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

struct point {
  int x;
  int y;
  short weight;
};

struct point a[N], b[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i].x = __VERIFIER_nondet_int();
    a[i].y = __VERIFIER_nondet_int();
    a[i].weight = __VERIFIER_nondet_short();
  }
  for (i = 0; i < N; i++)
    b[i] = a[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i].x == b[i].x && a[i].y == b[i].y && a[i].weight == b[i].weight);
  return 0;
}
