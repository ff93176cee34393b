// VERDICT: unsafe. Without what it does not need, a printed slice has its `else` at another `if`, behind `while`.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(int);
void reach_error(void) {}
#define N 1000
int a[N], j[N];
int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), x = 0;
  if (p) while (x < 3) if (q) x++; else { j[x] = 1; x += 3; j[0]++; } else x = 5;
  for (int i = 0; i < N; i++) a[i] = x;
  for (int i = 0; i < N; i++) j[i] = i;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] != 5 || p != 0);
  return 0;
}
