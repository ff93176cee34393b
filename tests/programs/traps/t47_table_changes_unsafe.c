// VERDICT: unsafe. A cell of the table is read between two stores of numbers to it.
#ifndef N
#define N 1000
#endif
extern void __VERIFIER_assert(int);

int table[8];
int a[N];

int main(void) {
  table[3] = 1;
  int step = table[3];
  table[3] = 2;
  for (int i = 0; i < N; i++)
    a[i] = step;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == table[3]);
  return 0;
}
