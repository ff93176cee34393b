/* run: --function reverse --check bounds,pointer; links are set in a loop */
struct node { struct node *next; int v; };
struct node *reverse(struct node *a) {
  struct node *r = 0;
  while (a) { struct node *n = a->next; a->next = r; r = a; a = n; }
  return r;
}
