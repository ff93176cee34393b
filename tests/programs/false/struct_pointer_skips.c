// VERDICT: unsafe. The pointer moves twice for a blocked account.
#include <assert.h>

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
    it->blocked = __VERIFIER_nondet_int() != 0;
  }
  for (it = accounts; it < accounts + N; it++) {
    if (it->balance < 0)
      it->balance = 0;
    if (it->blocked && it + 1 < accounts + N)
      it++;
  }
  for (it = accounts; it < accounts + N; it++)
    assert(it->balance >= 0);
  return 0;
}
