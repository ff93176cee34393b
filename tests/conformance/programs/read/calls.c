/* Calls: arguments are copied and converted, results converted, several returns, calls in calls. */
#include <assert.h>
int global = 2;
static unsigned char byte(int value) { return value; }
static int less(unsigned one, unsigned two) { return one < two; }
static long twice(long value) { value *= 2; return value; }
static int change(int value) { global += value; return global; }
static int first(int a, int b) { if (a) return a; if (b) { return b; } return global; }
static void nothing(int value) { if (value) return; global = 50; }
static double half(double value) { return value / 2; }
int main(void) {
  int value = 300;
  assert(byte(value) == 44 && value == 300 && byte(-1) == 255);
  assert(!less(-1, 1) && less(1, -1));
  assert(twice(value) == 600 && value == 300 && twice(2147483647) == 4294967294);
  assert(change(change(1)) == 6);
  assert(first(0, 0) == 6 && first(0, 3) == 3 && first(first(0, 4), 9) == 4);
  nothing(1); assert(global == 6); nothing(0); assert(global == 50);
  assert(half(3) == 1.5 && (int)half(7) == 3);
  return 0;
}
