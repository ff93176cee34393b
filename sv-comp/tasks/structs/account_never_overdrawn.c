// Money is paid out where there is enough.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

struct account {
  unsigned short owner;
  int balance;
};

struct account accounts[N];

int pay(struct account *a, int amount) {
  if (amount < 0 || amount > a->balance)
    return 0;
  a->balance -= amount;
  return 1;
}

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    accounts[i].owner = __VERIFIER_nondet_ushort();
    accounts[i].balance = __VERIFIER_nondet_int();
    if (accounts[i].balance < 0)
      accounts[i].balance = 0;
  }
  for (i = 0; i < N; i++)
    pay(&accounts[i], __VERIFIER_nondet_int());
  for (i = 0; i < N; i++)
    __VERIFIER_assert(accounts[i].balance >= 0);
  return 0;
}
