// A record has two parts and their sum.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sum_of_fields.c", 6, "reach_error"); }
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

struct record {
  int x, y;
  long sum;
};

struct record table[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    table[i].x = __VERIFIER_nondet_int();
    table[i].y = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++)
    table[i].sum = (long)table[i].x + table[i].y;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(table[i].sum - table[i].x == table[i].y);
  return 0;
}
