// VERDICT: unsafe. The input 77 comes through three structs that are declared two at a time.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "trap.c", 1, "reach_error"); }
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);

typedef struct node { int key; struct node *next; } node, *list;
struct pair { int x; } first, second;
enum { RED, GREEN } colour, other;

int main(void) {
  struct { int y; } u, v;
  node n;
  list l = &n;
  u.y = __VERIFIER_nondet_int();
  v = u;
  first.x = v.y;
  second = first;
  l->key = second.x;
  other = GREEN;
  if (n.key == 77 && other == 1)
    reach_error();
  return 0;
}
