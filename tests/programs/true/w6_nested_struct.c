// VERDICT: safe. A struct within a struct, filled row by row by a nested loop.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w6_nested_struct.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

struct point {
  int x;
  int y;
};
struct item {
  struct point at;
  int weight;
};
struct item grid[N];

int main(void) {
  int i, k;
  for (i = 0; i < N; i++) {
    grid[i].at.x = i;
    grid[i].weight = 0;
    for (k = 0; k < 3; k++)
      grid[i].weight = grid[i].weight + k;
    grid[i].at.y = grid[i].at.x + grid[i].weight;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(grid[i].at.y == i + 3 && grid[i].weight == 3);
  return 0;
}
