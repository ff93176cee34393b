/* Numbers, characters and strings as they are written. */
#include <assert.h>
char text[] = "a\tb\0c" "d\x41" "\101" "e";
char exact[3] = "abc";
char padded[6] = "xy";
char high = '\xff';

long sizes[8];
double point = 0x1.8p1, small = 1e-3, whole = 5.;
float single = 0.1f;
int main(void) {
  assert(sizeof text == 10 && text[3] == 0 && text[4] == 'c' && text[6] == 65 && text[7] == 65 && text[8] == 'e');
  assert(high == -1 && padded[1] == 'y' && padded[5] == 0);

  sizes[0] = sizeof 2147483647; sizes[1] = sizeof 2147483648; sizes[2] = sizeof 0x80000000; sizes[3] = sizeof 4294967296u;
  sizes[4] = sizeof 037777777777; sizes[5] = sizeof 1lu; sizes[6] = sizeof 'a'; sizes[7] = sizeof "four";
  assert(sizes[0] == 4 && sizes[1] == 8 && sizes[2] == 4 && sizes[3] == 8 && sizes[4] == 4 && sizes[7] == 5);
  assert(0x80000000 > 0 && -2147483648 < 0 && 010 == 8 && 0b101 == 5);
  assert(point == 3 && whole == 5 && single != 0.1 && small * 1000 == 1);
  return 0;
}
