/* Calls through pointers to functions that are there. */
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
struct operation { const char *name; int (*run)(int); };
static const struct operation table[] = {{"one", one}, {"two", two}, {0, 0}};
int main(void) {
  int x = 0;
  for (const struct operation *at = table; at->run != 0; at++)
    x = at->run(x);
  return x == 3 ? 0 : 1;
}
