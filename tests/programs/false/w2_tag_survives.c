// VERDICT: unsafe. A later loop raises values but leaves the tags, so that a value of 101 has the tag 0.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w2_tag_survives.c", 1, "reach_error"); }
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

struct entry {
  int tag;
  int value;
};
struct entry table[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    int input = __VERIFIER_nondet_int();
    table[i].tag = input > 100;
    table[i].value = input > 100 ? input : 100;
  }
  for (i = 0; i < N; i += 2)
    if (table[i].value == 100)
      table[i].value = 101;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(table[i].tag == 0 ? table[i].value == 100 : table[i].value > 100);
  return 0;
}
