// The nearest value to a target is looked for.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int a[N];

int main(void) {
  unsigned int i, target = __VERIFIER_nondet_uint(), nearest = 0xFFFFFFFFu;
  for (i = 0; i < N; i++) {
    unsigned int distance;
    a[i] = __VERIFIER_nondet_uint();
    distance = a[i] - target;
    if (distance < nearest)
      nearest = distance;
  }
  for (i = 0; i < N; i++) {
    if (a[i] < target && target - a[i] < nearest)
      reach_error();
  }
  return 0;
}
