// A run that violates an assertion ends there, and what cannot be behind it holds; one that cuts off a number goes on.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N];
signed char low[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    assert(a[i] != 900 || i == 0);  // assertion=fails
    assert(a[i] != 7);              // assertion=fails
    assert((a[i] ^ 1) != 6);        // assertion=holds
  }
  for (int i = 0; i < N; i++)
    assert(a[i] != 900);            // assertion=fails
  for (int i = 0; i < N; i++) {
    low[i] = a[i];                  // conversion=fails
    assert(low[i] == a[i]);         // assertion=fails
  }
  return 0;
}
