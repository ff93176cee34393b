#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
struct line {
  struct point from, to;
  char name[4];
};
volatile int device = 3;
const volatile unsigned limit = 7;
static struct point fixed = (struct point){5, 6};

static int length(struct point p) { return p.x + p.y; }
static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

#define MAX(a, b) ({ __typeof__(a) one = (a); typeof(b) two = (b); one > two ? one : two; })

static int steps[] = {[1 ... 3] = 5, 6, [0] = 2};

int main(void) {
  int around[6] = {[0 ... 5] = 7, [2 ... 4] = 0};
  assert(steps[0] == 2 && steps[3] == 5 && steps[4] == 6 && sizeof(steps) == 5 * sizeof(int));
  assert(around[1] == 7 && around[2] == 0 && around[5] == 7);
  int x = __VERIFIER_nondet_int();
  unsigned char small = 200;
  typeof(small) other = small + 100;
  assert(other == 44);
  typeof(int *) p = &x;
  assert(*p == x);
  typeof(x + 1L) wide = x;
  assert(wide * 4 / 4 == x && sizeof(wide) == 8);
  assert(MAX(small, 3) == 200);
  struct point q = (struct point){.y = x};
  assert(q.x == 0 && q.y == x);
  assert(length((struct point){1, 2}) == 3);
  assert(sum((int[]){1, 2, 3}, 3) == 6);
  for (int i = 0; i < 3; i++) {
    struct point r = (struct point){i};
    r.y += r.x;
    q = r;
  }
  assert(q.x == 2 && q.y == 2);
  for (int i = 0; i < 3; i++) {
    int *part = (int[4]){i};
    assert(part[0] == i && part[2] == 0);
    part[2] = 9;
  }
  assert(fixed.x + fixed.y == 11);
  device += limit;
  assert(device == 10);
  assert(offsetof(struct line, to.y) == 12 && offsetof(struct line, name[2]) == 18);
  return 0;
}
