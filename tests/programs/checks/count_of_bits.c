// The compiler's library has the function that counts bits.
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  return 12 / (__builtin_popcountl(x) - 1); // div-by-zero=fails
}
