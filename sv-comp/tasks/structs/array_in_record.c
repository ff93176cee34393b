// Every record has three values.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "array_in_record.c", 6, "reach_error"); }
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

struct triple {
  int value[3];
};

struct triple t[N];

int main(void) {
  for (int c = 0; c < 3 * N - 1; c++)
    t[c / 3].value[c % 3] = 1;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(t[i].value[0] + t[i].value[1] + t[i].value[2] == 3);
  return 0;
}
