// A pattern with period seven.
// SIZES: 1 3 6 7 8

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "every_seventh_cell.c", 7, "reach_error"); }

#ifndef N
#define N 100000
#endif

short ready[N];

static short pattern(int i) {
  if (i % 7 == 6)
    return 0;
  return 1;
}

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    ready[i] = pattern(i);
  for (i = 0; i < N; i++) {
    if (!ready[i])
      reach_error();
  }
  return 0;
}
