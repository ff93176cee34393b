/* run: ; a distance of two objects that does not matter */
#include <assert.h>
unsigned char a[8], b[8];
int main(void) {
  unsigned char *p = a, *q = b, *end = a + 8; unsigned long room = q - p;
  while (p < end) *p++ = (unsigned char)(room & 3);
  assert(end - a == 8 && a[5] < 4);
}
