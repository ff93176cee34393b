// VERDICT: safe. Union of disjoint sets: a parent is never behind its child, whatever was united.
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
    while (parent[b] != b) b = parent[b];
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  for (i = 0; i < N; i++) assert(parent[i] >= 0 && parent[i] <= i);
}
