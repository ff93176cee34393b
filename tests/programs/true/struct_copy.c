// VERDICT: safe. Whole structs are copied by assignment.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

typedef struct {
  int id;
  int weight;
  short kind;
} item;

int main(void) {
  item from[N], to[N];

  for (int i = 0; i < N; i++) {
    from[i].id = i;
    from[i].weight = __VERIFIER_nondet_int();
    from[i].kind = __VERIFIER_nondet_short();
  }
  for (int i = 0; i < N; i++)
    to[i] = from[i];
  for (int i = 0; i < N; i++)
    assert(to[i].id == i && to[i].weight == from[i].weight && to[i].kind == from[i].kind);
  return 0;
}
