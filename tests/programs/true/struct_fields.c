// VERDICT: safe. An array of points; one loop per field.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "struct_fields.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 100000
#endif

struct point {
  int x;
  int y;
};

struct point p[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    p[i].x = 3;
  for (i = 0; i < N; i++)
    p[i].y = p[i].x + 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(p[i].x == 3 && p[i].y == 4);
  return 0;
}
