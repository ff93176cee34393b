// A second index that moves under a condition: every cell in front of it holds what was copied there.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], kept[N];
int main(void) {
  int n = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] != 0) kept[n++] = a[i];
  for (int x = 0; x < n; x++) __VERIFIER_assert(kept[x] != 0);
  return 0;
}
