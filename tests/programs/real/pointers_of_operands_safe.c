/* run: ; safe: no operand changes a pointer that another one reads */
#include <assert.h>
struct cursor { const int *at; };
static int next(struct cursor *c) { return *c->at++; }
static int set(int *p) { *p = 4; return 7; }
struct pair { int a, b; };
int main(void) {
  int t[3] = { 1, 2, 3 }, *p = t, *q = t + 2, k = 3, m = 0;
  struct cursor one = { t }, two = { t + 1 };
  struct pair v = { .b = k, .a = set(&m) };
  assert(next(&one) + next(&two) == 3);
  assert(*p++ + *q-- == 4 && *p == *q);
  assert(v.a == 7 && v.b == 3 && m == 4);
}
