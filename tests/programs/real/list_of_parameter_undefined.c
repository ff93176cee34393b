/* run: --function length --check memory-leak,pointer; the caller frees its list, and hands over no wild pointers */
struct node { struct node *next, *child; int v; };
int length(const struct node *a) {
  unsigned n = 0;
  for (const struct node *c = a->child; c; c = c->next) n++;
  return (int)n;
}
