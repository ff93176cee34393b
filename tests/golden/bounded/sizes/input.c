extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], b[N + 1];

int main(void) {
  char used[N];
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i + 1] = a[i];
  }
  for (int i = 0; i < N; i++)
    if (used[i])
      __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
