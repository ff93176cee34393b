/* Structs, nested and in arrays: members, copies, initialisers, parameters and results. */
#include <assert.h>
struct point { int x, y; };
struct box { struct point low, high; char name[4]; } boxes[3] = {{{1, 2}, {3, 4}, "ab"}, [2] = {.high = {.y = 9}}};
struct box copied;
static struct point middle(struct box box) {
  struct point result = {(box.low.x + box.high.x) / 2, 0};
  box.low.x = 100;
  result.y = (box.low.y + box.high.y) / 2;
  return result;
}
static void move(struct box *box, int by) { box->low.x += by; (*box).high.x += by; }
int main(void) {
  struct point found = middle(boxes[0]), other = {.y = 3};
  assert(found.x == 2 && found.y == 3 && other.x == 0 && boxes[0].low.x == 1);
  move(&boxes[0], 5);
  copied = boxes[0];
  boxes[0].name[0] = 'z';
  assert(copied.low.x == 6 && copied.high.x == 8 && copied.name[0] == 'a' && copied.name[2] == 0);
  assert(boxes[1].high.y == 0 && boxes[2].high.y == 9 && boxes[2].low.x == 0);
  for (int i = 0; i < 3; i++) if (i & 1) boxes[i].low = boxes[2].high;
  assert(boxes[1].low.y == 9);
  assert(sizeof(struct box) == 20 && sizeof boxes[0].name == 4);
  return 0;
}
