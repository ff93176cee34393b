#include "ring.h"

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct ring r = {{0}, 0, 0};
  unsigned char sent = __VERIFIER_nondet_uchar(), received;
  for (int i = 0; i < 100000; i++) {
    assert(ring_put(&r, sent));
    assert(ring_get(&r, &received));
    assert(received == sent);
  }
  return 0;
}
