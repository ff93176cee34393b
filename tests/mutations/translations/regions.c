extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void *malloc(unsigned long);
struct node { int x; struct node *next; };
int left = 1, right = 2, seen[4], table[2][2] = {1, 2, 3, 4};
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = n > 0 ? &left : &right;
  for (int i = 0; i < 4; i++) {
    *p += i;
    seen[i] = left + 10 * right + 100 * table[1][i & 1];
  }
  struct node end = {7, 0}, *list = &end;
  for (int i = 0; i < 3; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->x = i;
    fresh->next = list;
    list = fresh;
    seen[i] = end.x;
  }
  for (int i = 0; i < 4; i++)
    __VERIFIER_assert(seen[i] != -1);
  return 0;
}
