// VERDICT: unsafe. Union of disjoint sets without the search for the second root: a parent may be behind its child.
// SIZES: 2 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int parent[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) parent[i] = i;
  for (i = 0; i < N; i++) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || a >= N || b < 0 || b >= N) continue;
    while (parent[a] != a) a = parent[a];
    if (a < parent[b]) parent[b] = a;
    else parent[a] = b;
  }
  for (i = 0; i < N; i++) assert(parent[i] >= 0 && parent[i] <= i);
}
