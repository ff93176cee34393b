// VERDICT: unsafe. A withdrawal needs a positive balance only, which it may exceed.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#ifndef N
#define N 100000
#endif
int booked[N];
int main(void) {
  long long balance = 0, in = 0, out = 0;
  for (int i = 0; i < N; i++)
    booked[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    long long amount = booked[i];
    if (amount >= 0) {
      balance += amount;
      in += amount;
    } else if (balance > 0) {
      balance += amount;
      out -= amount;
    }
  }
  assert(out <= in);
  return 0;
}
