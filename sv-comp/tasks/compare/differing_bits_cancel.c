// A checksum over two arrays.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned long __VERIFIER_nondet_ulong(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

unsigned long a[N], b[N];

static unsigned long checksum(void) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    sum ^= a[i] ^ b[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_ulong();
    b[i] = __VERIFIER_nondet_ulong();
    assume_abort_if_not(i == 0 ? a[i] == b[i] : 1);
  }
  if (checksum() == 0) {
    for (int i = 0; i < N; i++)
      __VERIFIER_assert(a[i] == b[i]);
  }
  return 0;
}
