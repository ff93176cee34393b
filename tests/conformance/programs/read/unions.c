#include <assert.h>
extern int __VERIFIER_nondet_int(void);
union number {
  int i;
  double d;
};
struct tagged {
  int kind;
  union number value;
  union {
    int first;
    unsigned char small;
  };
  struct {
    int left, right;
  };
};
union number zero;

static int whole(struct tagged t) { return t.kind == 1 ? t.value.i : (int)t.value.d; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct tagged one, two;
  union number u = {5};
  assert(zero.i == 0 && zero.d == 0);
  assert(u.i == 5);
  u.d = 2.5;
  assert(u.d == 2.5);
  one.kind = 1;
  one.value.i = x;
  one.left = x + 1;
  one.right = 3;
  one.first = 7;
  assert(one.first == 7 && one.left == x + 1 && one.right == 3);
  two = one;
  assert(whole(two) == x);
  two.kind = 2;
  two.value.d = 8.0;
  assert(whole(two) == 8);
  assert(one.value.i == x);
  one.value.i += 4;
  assert(one.value.i++ == x + 4 && one.value.i == x + 5);
  return 0;
}
