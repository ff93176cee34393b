// VERDICT: unsafe. The change is made to a copy of the element.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "struct_copied_local.c", 1, "reach_error"); }
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
  int i;
  for (i = 0; i < N; i++) {
    accounts[i].balance = __VERIFIER_nondet_int();
    accounts[i].blocked = 0;
  }
  for (i = 0; i < N; i++) {
    struct account it = accounts[i];
    if (it.balance < 0)
      it.blocked = 1;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(accounts[i].blocked || accounts[i].balance >= 0);
  return 0;
}
