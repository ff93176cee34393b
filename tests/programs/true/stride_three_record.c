// VERDICT: safe. Three values per record in one flat array.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stride_three_record.c", 1, "reach_error"); }
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

int flat[3 * N];

int main(void) {
  int i;
  for (i = 0; i < 3 * N; i += 3) {
    flat[i] = 1;
    flat[i + 1] = 2;
    flat[i + 2] = 3;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(flat[3 * i] + flat[3 * i + 1] == flat[3 * i + 2]);
  return 0;
}
