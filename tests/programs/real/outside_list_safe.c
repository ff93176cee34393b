/* run: --function fold --check pointer,bounds,overflow; nodes of another file */
struct node { struct node *next; int v; };
extern struct node *get(int);
int fold(int i, int n) {
  struct node *p = get(i);
  int s = 0;
  for (int k = 0; k < n && p; k++) { s ^= p->v; p = p->next; }
  return s;
}
