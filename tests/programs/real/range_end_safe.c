/* run: --function get --check bounds,overflow,pointer; end is behind the last element of *p, since code compares them */
#include <stddef.h>
static int one(unsigned char **p, const unsigned char *end, unsigned *len) {
  if (end - *p < 1) return -1;
  *len = *(*p)++;
  return 0;
}
int get(unsigned char **p, const unsigned char *end, unsigned *len) {
  int failed;
  if ((failed = one(p, end, len)) != 0) return failed;
  if ((size_t)(end - *p) < 2) return -2;
  *len = ((unsigned)(*p)[0] << 8) | (*p)[1];
  *p += 2;
  return 0;
}
