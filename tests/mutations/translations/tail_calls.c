extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int *kept, *lasting, none[2], left;
double half = 0.5;
long seen;
int swap(int a, int b, int n) { return n == 0 ? 10 * a + b : swap(b, a, n - 1); }
int step(int a, int n) { if (n == 0) return a; return step(a + n, n - 1); }
int address(int n, int first) {
  if (first) kept = &n;
  if (n == 0) return *kept;
  return address(n - 1, 0);
}
int array(int n, int first, int *up) {
  int own[2];
  own[0] = n;
  if (n == 0) return up[0];
  return array(n - 1, 0, first ? own : up);
}
int element(int n, int first, int *up) {
  int own[2];
  own[1] = n;
  if (n == 0) return up[0];
  return element(n - 1, 0, first ? &own[1] : up);
}
int literal(int n, int first) {
  int *own = (int[]){n};
  if (first) lasting = own;
  if (n == 0) return *lasting;
  return literal(n - 1, 0);
}
int hidden(int n, int calls) {
  if (n == 0) return calls;
  { int n = 1; return hidden(n - 1, calls + 1); }
}
int counted(int n) {
  static int calls;
  calls++;
  if (n == 0) return calls;
  return counted(n - 1);
}
long floating(int n, long k) { return n < 0 ? half : n == 0 ? k : floating(n - 1, k); }
int truth(int n, int k) {
  if (n == 0) return k;
  return k > 0 && truth(n - 1, k);
}
int all_even(int *a, int n) { return n == 0 || (a[n - 1] % 2 == 0 && all_even(a, n - 1)); }
void behind(int n) {
  if (n > 0) {
    behind(n - 1);
    left++;
    return;
  }
  left = 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), a[4];
  __VERIFIER_assume(n > 0 && n < 8);
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
  seen = swap(1, 2, n);
  __VERIFIER_assert(seen != 1000);
  seen = step(0, n);
  __VERIFIER_assert(seen != 1000);
  seen = address(n, 1);
  __VERIFIER_assert(seen != 1000);
  seen = array(n, 1, none);
  __VERIFIER_assert(seen != 1000);
  seen = element(n, 1, none);
  __VERIFIER_assert(seen != 1000);
  seen = literal(n, 1);
  __VERIFIER_assert(seen != 1000);
  seen = hidden(n, 0);
  __VERIFIER_assert(seen != 1000);
  seen = counted(n);
  __VERIFIER_assert(seen != 1000);
  seen = floating(n, 9007199254740993);
  __VERIFIER_assert(seen != 1000);
  seen = truth(n, 2);
  __VERIFIER_assert(seen != 1000);
  seen = all_even(a, 4);
  __VERIFIER_assert(seen != 1000);
  behind(n);
  seen = left;
  __VERIFIER_assert(seen != 1000);
  return 0;
}
