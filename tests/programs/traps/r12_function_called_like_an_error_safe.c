// VERDICT: safe. The parameter hides the error function, and points to one that does nothing.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif

void nothing(void) {}

void run(void (*reach_error)(void)) { reach_error(); }

int main(void) {
  run(nothing);
  return 0;
}
