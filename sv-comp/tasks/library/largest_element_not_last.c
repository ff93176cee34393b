// A pointer to the largest element.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static const int *largest(const int *first, const int *last) {
  const int *best = first;
  while (++first < last - 1)
    if (*best < *first)
      best = first;
  return best;
}

int data[N];

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_int();
  const int *best = largest(data, data + N);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(data[i] <= *best);
  return 0;
}
