// VERDICT: unsafe. sigsetjmp returns a second time, with what was written after its first return.
#include <setjmp.h>
extern void __VERIFIER_assert(int);
sigjmp_buf start;
int x;
int main(void) {
  if (sigsetjmp(start, 1)) {
    __VERIFIER_assert(x == 0);
    return 0;
  }
  x = 1;
  siglongjmp(start, 1);
}
