/* The variables of a caller live during its calls, at any depth. */
struct list { int value; struct list *next; };
static int sum(struct list *rest, int depth) {
  struct list one = {depth, rest};
  int total = 0;
  if (depth > 0)
    return sum(&one, depth - 1);
  for (struct list *at = &one; at != 0; at = at->next)
    total += at->value;
  return total;
}
int main(void) {
  return sum(0, 20) == 210 ? 0 : 1;
}
