/* Loops, switches, returns out of the middle, and a jump to an error. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int seen[6], rounds;
static int kind(int value) {
  switch (value) {
    case 0: case 1: return 1;
    case -1: { seen[0]++; return 2; }
    case 2: seen[1]++; break;
    default: seen[2]++;
  }
  return value > 10 ? 3 : 4;
}
static int search(int wanted) {
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 3; j++) {
      rounds++;
      if (i * j == wanted) return i;
      if (j > i) break;
    }
    if (i == 4) continue;
    seen[3] = i;
  }
  return -1;
}
int main(void) {
  int value = __VERIFIER_nondet_int();
  if (value < -100 || value > 100) abort();
  assert(kind(value) >= 1 && kind(value) <= 4);
  assert((kind(value) == 3) == (value > 10));
  assert(search(value) < 6);
  assert(search(10) == 5 && search(3) == 3 && search(11) == -1);
  do { if (value > 0) break; value++; } while (value < 3);
  assert(value > 0);
  if (value) if (value > 5) seen[4] = 1; else seen[5] = 1;
  assert(seen[4] + seen[5] == 1);
  for (;;) { if (rounds % 7 == 0) break; rounds++; }
  assert(rounds % 7 == 0);
  return 0;
}
