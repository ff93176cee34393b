// VERDICT: safe. The program's own ffs is called, whatever a compiler knows of the one in the C library.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

int ffs(int x) { return x + 41; }

int main(void) {
  if (ffs(1) != 42)
    reach_error();
  return 0;
}
