/* The built-in is meant to lose bits and reports the overflow: neither an overflow nor a conversion needs a proof. */
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void abort(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int(), cells[2] = {0, 0}, sum;
  unsigned long one = __VERIFIER_nondet_ulong(), both;
  if (__builtin_add_overflow(one, one, &both))
    abort();
  if (__builtin_add_overflow(cells[left & 1], right, &sum)) // bounds=holds
    abort();
  if (__builtin_mul_overflow(cells[left & 3], right, &sum)) // bounds=fails
    abort();
  return 10 / (sum - right + 1); // div-by-zero=unsafe, overflow=unsafe
}
