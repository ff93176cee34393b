// VERDICT: safe. Every cell gets a tag and a value that fits it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w1_tag_and_value.c", 1, "reach_error"); }
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
    if (input > 100) {
      table[i].tag = 1;
      table[i].value = input;
    } else {
      table[i].tag = 0;
      table[i].value = 100;
    }
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(table[i].tag == 0 ? table[i].value == 100 : table[i].value > 100);
  return 0;
}
