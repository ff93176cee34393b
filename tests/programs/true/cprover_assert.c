// VERDICT: safe. The property in CBMC's own spelling.
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
    b[i] = a[i] ^ a[i];
  for (i = 0; i < N; i++)
    __CPROVER_assert(b[i] == 0, "a value xor itself is zero");
  return 0;
}
