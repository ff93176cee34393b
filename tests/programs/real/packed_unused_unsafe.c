/* run: --function less --check unsigned-overflow; a struct that the function does not use forbids no replay */
struct wire { char kind; int len; } __attribute__((packed));
unsigned less(const unsigned short *a, const unsigned short *b, unsigned n) {
  unsigned r = 0;
  for (unsigned k = 0; k < n; k++) r |= ((unsigned)a[k] - (unsigned)b[k]) >> 8;
  return r;
}
