#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum color { RED, GREEN, BLUE, WHITE };
struct flags {
  unsigned low : 3;
  int level : 5;
  unsigned : 2;
  _Bool on : 1;
  unsigned long wide : 32;
  enum color paint : 2;
  unsigned char tiny : 2;
  int whole;
};
struct flags all, copy;

int main(void) {
  int x = __VERIFIER_nondet_int();
  all.low = x;
  assert(all.low == (x & 7));
  assert(all.low - 8 < 0);
  all.level = 17;
  assert(all.level == -15);
  all.level = x;
  assert(all.level >= -16 && all.level <= 15);
  all.on = 2;
  assert(all.on == 1);
  all.low += 6;
  all.low++;
  assert(all.low < 8);
  int old = all.low--;
  assert(old < 8 && old >= 0);
  all.wide = -1;
  assert(all.wide > 0);
  all.paint = WHITE;
  assert(all.paint == 3 && all.paint - 4 < 0);
  all.tiny = 7;
  assert(all.tiny << 1 == 6 && ~all.tiny == -4);
  int assigned = (all.low = 13);
  assert(assigned == 5);
  copy = all;
  assert(copy.low == 5 && copy.level == all.level);
  struct flags listed = {9, 31, 1};
  assert(listed.low == 1 && listed.level == -1 && listed.on && listed.whole == 0);
  assert((x > 0 ? listed.low : listed.low) - 2 < 0);
  all.whole = x + all.low;
  return 0;
}
