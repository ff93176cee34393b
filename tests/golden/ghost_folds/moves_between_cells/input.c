#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[1000], before = 0, after = 0;
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_uint();
    before += a[i];
  }
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
    if (p >= 1000 || q >= 1000)
      break;
    a[p] -= d;
    a[q] += d;
  }
  for (int i = 0; i < 1000; i++)
    after += a[i];
  assert(after == before);
}
