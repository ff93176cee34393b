// VERDICT: unsafe. The innermost pair is not compared.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int palindrome = 1;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N / 2 - 1; i++)
    if (a[i] != a[N - 1 - i])
      palindrome = 0;
  for (int i = 0; i < N; i++)
    assert(!palindrome || a[i] == a[N - 1 - i]);
  return 0;
}
