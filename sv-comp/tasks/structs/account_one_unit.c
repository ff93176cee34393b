// Money is paid out where there is enough.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "account_one_unit.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

struct account {
  int balance;
  int paid;
};

struct account accounts[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    accounts[i].balance = __VERIFIER_nondet_int();
    assume_abort_if_not(accounts[i].balance >= 0 && accounts[i].balance <= 1000000);
  }
  for (int i = 0; i < N; i++) {
    int amount = __VERIFIER_nondet_int();
    if (amount >= 0 && amount - 1 <= accounts[i].balance) {
      accounts[i].balance -= amount;
      accounts[i].paid = amount;
    }
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(accounts[i].balance >= 0);
  return 0;
}
