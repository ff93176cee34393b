// VERDICT: unsafe. `|` instead of `&`: the property in CBMC's own spelling.
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    b[i] = a[i] | 1;
  for (i = 0; i < N; i++)
    __CPROVER_assert(b[i] == 0 || b[i] == 1, "one bit is left");
  return 0;
}
