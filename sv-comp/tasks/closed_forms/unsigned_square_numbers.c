// Sums of odd numbers, in the widest type.
// SYMBOLIC
// UNWIND: 8

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long long n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned long long i = 0; i < n; i++)
    s += 2 * i + 1;
  __VERIFIER_assert(s == n * n);
  return 0;
}
