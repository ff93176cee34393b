// VERDICT: safe. A pointer walks over the records.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "struct_pointer_walk.c", 1, "reach_error"); }
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

struct account {
  int balance;
  int blocked;
};

struct account accounts[N];

int main(void) {
  struct account *it;
  for (it = accounts; it < accounts + N; it++) {
    it->balance = __VERIFIER_nondet_int();
    it->blocked = it->balance < 0;
  }
  for (it = accounts; it < accounts + N; it++)
    __VERIFIER_assert(it->blocked || it->balance >= 0);
  return 0;
}
