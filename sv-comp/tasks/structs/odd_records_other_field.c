// The limits of every record are set.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "odd_records_other_field.c", 6, "reach_error"); }
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

struct limits {
  int low;
  int high;
};

struct limits l[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    l[i].low = -1;
    if (i % 2 == 0)
      l[i].high = 1;
    else
      l[i].low = 1;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(l[i].low < l[i].high);
  return 0;
}
