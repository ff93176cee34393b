/* run: ; variables of another file have any values, and an array of unknown size has at least one element */
#include <assert.h>
extern const unsigned char code[];
extern const unsigned char tab[16];
struct s { int a; unsigned b : 3; char t[4]; };
extern struct s conf;
extern int level;
int main(void) {
  int sum = code[0];
  for (int i = 0; i < 16; i++) sum += tab[i];
  assert(sum <= 17 * 255 && sum >= 0);
  int x = level;
  assert(x == level);
  level = 4;
  assert(level + conf.t[1] >= 4 - 128 && conf.b <= 7);
  return conf.a;
}
