extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __VERIFIER_assert(int);

int main(void)
{
  int a[1000];
  int limit = __VERIFIER_nondet_int();
  int top = __VERIFIER_nondet_int();
  if (limit < 100 || limit > 200)
    abort();
  for (int i = 0; i < 1000; i++) {
    int step = __VERIFIER_nondet_int();
    if (step < 0 || step > 9)
      abort();
    if (top == 77)
      top = 78;
    a[i] = a[i] > 0 && a[i] < limit ? a[i] + step : 0;
  }
  for (int i = 0; i < 1000; i++)
    __VERIFIER_assert(a[i] < limit + 8 || top < 5);
  return 0;
}
