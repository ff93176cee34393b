// VERDICT: safe. The arbitrary contents of the records in the middle do not change the neighbouring objects.
// UNWIND: 52
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

struct inner { int u[4]; };
struct outer { int pad[40]; struct inner t[3]; };

int look(int which) {
  int before[50] = {0};
  struct outer s[2];
  int behind[50] = {0};
  int sum = 0;
  for (int i = 0; i < 50; i++)
    sum |= before[i] | behind[i];
  s[1].pad[which] = 0;
  return sum | s[1].pad[which];
}

int main(void) {
  if (look(3) != 0)
    reach_error();
  return 0;
}
