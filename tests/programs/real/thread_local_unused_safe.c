/* run: --function same --check bounds; the program never uses its thread-local variable */
extern __thread int last_error;
_Bool same(const unsigned char *a, const unsigned char *b, unsigned n) {
  unsigned char x = 0;
  for (unsigned k = 0; k < n; k++) x |= a[k] ^ b[k];
  return x == 0;
}
