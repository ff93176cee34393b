// The loop ends where the data say so: exit regime E1.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N];
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0;
  while (i < N && a[i] != x) i = i + 1;
  if (i < N) __VERIFIER_assert(a[i] == x);
  return 0;
}
