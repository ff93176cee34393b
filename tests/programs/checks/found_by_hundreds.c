/* The found element compares as equal to the key, but need not be equal to it. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int prices[1000];
static int by_price(const void *left, const void *right) {
  int one = *(const int *)left, two = *(const int *)right;
  return (one > two) - (one < two);
}
static int by_hundreds(const void *left, const void *right) {
  int one = *(const int *)left / 100, two = *(const int *)right / 100;
  return (one > two) - (one < two);
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    prices[i] = 7 * i;
  int sought = __VERIFIER_nondet_int();
  int *price = bsearch(&sought, prices, 1000, sizeof prices[0], by_price);
  if (price)
    assert(*price == sought); // assertion=holds
  int *near = bsearch(&sought, prices, 1000, sizeof prices[0], by_hundreds);
  if (near)
    assert(*near == sought); // assertion=fails
  return 0;
}
