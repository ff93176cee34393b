// The elements on both sides of a pivot are counted.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, pivot = __VERIFIER_nondet_int(), lower = 0, upper = 0;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] <= pivot)
      lower++;
    if (a[i] >= pivot)
      upper++;
  }
  if (lower + upper != N)
    reach_error();
  return 0;
}
