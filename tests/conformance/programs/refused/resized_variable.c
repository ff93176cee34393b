// Only what was allocated can be resized.
#include <stdlib.h>
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

int main(int argc, char **argv) {
  int numbers[2] = {1, 2}, *p = argc > 100 ? numbers : numbers + 1;
  if (argc < 100)
    return 0;
  p = realloc(p, 20);
  __VERIFIER_assert(p[0]);
  return 0;
}
