// VERDICT: unsafe. One field is not copied.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "struct_field_forgotten.c", 1, "reach_error"); }
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

struct point {
  int x;
  int y;
};

struct point p[N], q[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    p[i].x = __VERIFIER_nondet_int();
    p[i].y = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++)
    q[i].x = p[i].x;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(q[i].x == p[i].x && q[i].y == p[i].y);
  return 0;
}
