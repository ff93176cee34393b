/* run: --function same --check bounds; nothing reaches the variable of a thread */
extern __thread int last_error;
_Bool same(const unsigned char *a, const unsigned char *b, unsigned n) {
  unsigned char x = 0;
  for (unsigned k = 0; k < n; k++) x |= a[k] ^ b[k];
  return x == 0;
}
