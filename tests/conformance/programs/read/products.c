/* Sizes that are products, and may be smaller than their factors say. */
#include <assert.h>
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
unsigned cells[8];
int main(void) {
  unsigned n = 0x40000003u;
  unsigned *three = malloc(n * 4);
  three[2] = 7;
  memset(cells, 0, sizeof cells);
  for (int i = 0; i < 8; i++)
    cells[i] = 9;
  memset(cells, 0, n * 4);
  int m = 4;
  int *four = malloc(m * sizeof(int));
  four[3] = 5;
  unsigned char few = 5;
  int *five = calloc(few, sizeof *five);
  long sum = cells[2] + 10 * cells[3] + 100 * three[2] + 1000 * four[3] + 10000 * five[4];
  assert(sum == 5790);
  return 0;
}
