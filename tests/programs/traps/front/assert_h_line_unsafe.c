// VERDICT: unsafe. Two assertions of one line, one of them in a function: a slice of the line has one.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
#define N 1000
int a[N], b[N], j[N];
void check_b(int i) { if (b[i] != 0) reach_error(); }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++) j[i] = i;
  for (int i = 0; i < N; i++) j[i] = 2 * j[i] + 1;
  for (int i = 0; i < N; i++) a[i] = 1;
  for (int i = 0; i < N; i++) b[i] = i == 777 && k * 2654435761u == 3000012345u;
  for (int i = 0; i < N; i++) { check_b(i); assert(a[i] == 1); }
  return 0;
}
