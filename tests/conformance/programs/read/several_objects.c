/* Pointers to one of several objects: variables, arrays, allocations, nodes of lists. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
struct pair { int a; short b[3]; };
struct node { int x; struct node *next; };
int left = 3, right = 4, rows[2][4], even[4] = {1, 2, 3, 4}, odd[4];
struct pair first = {1, {2, 3, 4}}, second;
static int *larger(int *p, int *q) { if (*p > *q) return p; return q; }
static int calls, x = 3, y = 4;
static int *one(void) { calls++; return &x; }
static int *two(void) { calls += 10; return &y; }
static void with_effects(int n) {
  int *p = n > 2 ? one() : two();
  __VERIFIER_assert(*p == (n > 2 ? 3 : 4) && calls == (n > 2 ? 1 : 10));
  int *q = n++ % 2 ? &x : one();
  *q = 8;
  __VERIFIER_assert(x == 8);
  int *r = n > 4 ? malloc(4) : &y;
  *r = 9;
  __VERIFIER_assert(*r == 9 && y == (n > 4 ? 4 : 9));
  int *s = n > 4 ? two() : 0;
  __VERIFIER_assert((s != 0) == (n > 4));
}
int main(void) {
  int n = __VERIFIER_nondet_int(), other = 9;
  int *p = n % 2 ? &left : &right;
  __VERIFIER_assert(*p == (n % 2 ? 3 : 4) && (p == &left) == (n % 2 != 0));
  *p += 10;
  __VERIFIER_assert(left + right == 17 && left == (n % 2 ? 13 : 3));
  if (n > 2) p = &other;
  *p = 1;
  __VERIFIER_assert((n > 2) == (other == 1) && *larger(&left, &right) >= left);
  larger(&left, &other)[0] = 77;
  __VERIFIER_assert(left == 77 || other == 77);

  struct pair *s = n > 5 ? &first : &second;
  s->b[n & 1] = 40;
  s->a++;
  __VERIFIER_assert(first.a + second.a == 2 && first.b[n & 1] + second.b[n & 1] == (n > 5 ? 40 : 42 + (n & 1)));

  int *row = n % 3 == 0 ? even : odd, sum = 0;
  for (int i = 0; i < 4; i++) row[i] += i + 1;
  for (int *q = odd; q < odd + 4; q++) sum += *q;
  __VERIFIER_assert(sum == (n % 3 == 0 ? 0 : 10) && even[3] == (n % 3 == 0 ? 8 : 4) && rows[1][0] == 0);
  row = n % 3 ? even + 1 : odd + 2;
  __VERIFIER_assert(*row == (n % 3 ? 2 : 0) && row[1] == (n % 3 ? 3 : 0));

  int *table[3];
  table[0] = &left;
  table[1] = &right;
  table[2] = &other;
  left = right = other = 0;
  for (int i = 0; i < 3; i++) *table[i] = i + 1;
  __VERIFIER_assert(left == 1 && right == 2 && other == 3);

  struct node tail = {0, 0}, *list = &tail;
  for (int i = 1; i < 4; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->x = i;
    fresh->next = list;
    list = fresh;
  }
  struct node *zero = calloc(1, sizeof *zero);
  zero->x = zero->x + 5;
  __VERIFIER_assert(zero->next == 0);
  zero->next = list;
  sum = 0;
  for (list = zero; list; list = list->next) sum = sum * 10 + list->x;
  __VERIFIER_assert(sum == 53210 && tail.next == 0);
  const char *text = n > 0 ? "yes" : "not";
  __VERIFIER_assert(text[0] == (n > 0 ? 'y' : 'n') && text[3] == 0);
  with_effects(n);
  return 0;
}
