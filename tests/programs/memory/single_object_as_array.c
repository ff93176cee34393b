/* A number and a struct are arrays of one element for a pointer (C11 6.5.6, 7); the last call steps over its number. */
#include <assert.h>
struct pair { int first, second; };
static void set(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 7; } // bounds=holds
static int sum(const struct pair *p, int n) { int s = 0; for (int i = 0; i < n; i++) s |= p[i].second; return s; } // bounds=holds
static void set_too_many(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 7; } // bounds=fails
int main(void) {
  int one = 1, other = 2;
  struct pair pair = { 1, 2 };
  set(&one, 1);
  assert(one == 7 && other == 2);
  assert(sum(&pair, 1) == 2);
  set_too_many(&other, 2);
  return 0;
}
