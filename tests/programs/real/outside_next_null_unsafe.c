/* run: --function third --check pointer; the second node may be the last one */
struct node { struct node *next; int v; };
extern struct node *get(void);
int third(void) {
  struct node *p = get();
  if (!p || !p->next) return 0;
  return p->next->next->v != 0;
}
