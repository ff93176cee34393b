// A pointer walks over the records.

#include <assert.h>
extern void abort(void);
void reach_error() { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR:
    reach_error();
    abort();
  }
  return;
}
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

typedef struct node {
  unsigned char kind;
  long long weight;
} node;

node pool[N];

int main(void) {
  node *p;
  for (p = pool; p < pool + N; ++p) {
    p->kind = __VERIFIER_nondet_uchar();
    p->weight = p->kind ? 2LL * p->kind : 1LL;
  }
  for (p = pool; p < pool + N; ++p)
    __VERIFIER_assert(p->weight > 0 && p->weight <= 510);
  return 0;
}
