// VERDICT: safe. The function has the name of one that ends a failed assertion, but it has a condition.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

void __assert(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  __assert(1);
  return 0;
}
