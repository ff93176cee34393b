// The power of two below a number, by leading zeros.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned numbers[N], powers[N];

static int log2_of(unsigned x) { return 31 - __builtin_clz(x); }

int main(void) {
  for (int i = 0; i < N; i++) {
    numbers[i] = __VERIFIER_nondet_uint() >> 1;
    if (numbers[i] < 2)
      numbers[i] = 2;
  }
  for (int i = 0; i < N; i++)
    powers[i] = 1u << log2_of(numbers[i]);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(powers[i] <= numbers[i] && numbers[i] - powers[i] < powers[i]);
  return 0;
}
