/* Increments, assignments inside expressions, and what they may read of one another. */
#include <assert.h>
int cells[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int index, total, last;
struct pair { int left, right; } pairs[3];
static int next(void) { return index++; }
int main(void) {
  last = cells[last]++;
  assert(last == 3 && cells[0] == 4);
  last = 1; last += cells[last]-- * 2;
  assert(last == 3 && cells[1] == 0);
  cells[2] = cells[cells[1]]++;
  assert(cells[2] == 4 && cells[0] == 5);
  total = (last = 2, last + cells[last]);
  assert(total == 6);
  total = next() < 5 ? next() : -next();
  assert(total == 1 && index == 2);
  total = index > 9 && next();
  assert(!total && index == 2);
  total = next() || next();
  assert(total && index == 3);
  cells[index++] = 7; cells[++index] += 2;
  assert(cells[3] == 7 && cells[5] == 11 && index == 5);
  total = last = index;
  pairs[1].left = total--; pairs[total - 3].right = -total;
  assert(pairs[1].left == 5 && pairs[1].right == -4);
  pairs[2] = pairs[1];
  assert(pairs[2].left + pairs[2].right == 1);
  index = 0;
  while (index++ < 4) if (index == 3) continue; else total += index;
  assert(index == 5 && total == 11);
  do total -= 2; while (--index && total > 5);
  for (index = 0, last = 9; index < last; index++, --last) ;
  assert(index == 5 && last == 4);
  int initial[2] = { 1, (index = 0) };
  struct pair written = { .right = last, .left = index++ * 0 };
  assert(index == 1 && initial[1] == 0 && written.right == 4);
  return 0;
}
