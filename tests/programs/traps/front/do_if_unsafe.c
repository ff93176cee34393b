// VERDICT: unsafe. Without what it does not need, a printed slice has its `else` at another `if`, in a loop.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N], j[N];
int main(void) {
  int p = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (i > p)
      if (i & 1) a[i] = 1;
      else j[i] = 3;
    else if (i < 5) a[i] = 7;
    else a[i] = 9;
  for (int i = 0; i < N; i++) j[i] = 2 * j[i] + 1;
  for (int i = 0; i < N; i++) j[i] = 2 * j[i] + 1;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] != 9 || i > p);
  return 0;
}
