// VERDICT: unsafe. The argument is converted to int on its way into the assertion, and is 0 there.
extern void __VERIFIER_assert(int);
#define N 1000
long long a[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = 4294967296LL;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i]);
  return 0;
}
