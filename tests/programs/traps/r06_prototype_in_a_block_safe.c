// VERDICT: safe. The input is a byte, as the prototype inside the function says.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

int main(void) {
  extern unsigned char nondet_int(void);
  int x = nondet_int();
  if (x < 0 || x > 255)
    reach_error();
  return 0;
}
