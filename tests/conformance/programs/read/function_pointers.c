/* Pointers to functions: tables, members, parameters, results, null; state machines that set them. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int count;
static void inc(void) { count++; }
static void dec(void) { count -= 2; }
static void nothing(void) {}
struct pair { int a, b; };
static struct pair swap(struct pair p) { struct pair r = {p.b, p.a}; return r; }
static struct pair same(struct pair p) { return p; }
struct ops { op f; void (*note)(void); struct pair (*both)(struct pair); };
static op table[4] = { add, &sub, [3] = mul };
static void (*state)(void);
static void first(void);
static void second(void) { count += 100; state = first; }
static void first(void) { count += 10; state = second; }
static int apply(op f, int x, int y) { return f(x, y); }
static int fold(const int *a, int n, int (*f)(int, int), int s) {
  for (int i = 0; i < n; i++) s = (*f)(s, a[i]);
  return s;
}
static op pick(int k) { return k == 0 ? add : k == 1 ? sub : 0; }
static char *text_of(int k) { static char a[3] = "x"; a[0] = (char)('a' + k); return a; }
static int declared(int (g)(int, int), int x) { return g(x, x); }
int main(void) {
  int k = __VERIFIER_nondet_int() & 3, v[5] = {1, 2, 3, 4, 5};
  struct ops all[2] = { { add, inc, swap }, { sub, dec, same } }, *p = all;
  char *(*text)(int) = text_of;
  for (int i = 0; i < 6; i++) { all[i & 1].note(); __VERIFIER_assert(count < 3); }
  p->f = k & 1 ? mul : sub;
  __VERIFIER_assert(p->f(6, 3) == (k & 1 ? 18 : 3));
  p++;
  __VERIFIER_assert((*p->f)(6, 3) == 3 && (**add)(1, 2) == 3 && (&mul)(2, 3) == 6);
  struct pair q = p[-1].both((struct pair){1, 2}), r = p->both(q);
  __VERIFIER_assert(q.a == 2 && r.a == 2 && r.b == 1);
  __VERIFIER_assert(apply(mul, 3, 4) == 12 && apply(k ? add : sub, 3, 4) == (k ? 7 : -1));
  __VERIFIER_assert(fold(v, 5, add, 0) == 15 && fold(v, 5, mul, 1) == 120);
  if (table[k] != 0) __VERIFIER_assert(table[k](5, 2) == (k == 0 ? 7 : k == 1 ? 3 : 10));
  else __VERIFIER_assert(k == 2);
  op o = pick(k);
  __VERIFIER_assert(!o == (k > 1));
  if (o && o != add) __VERIFIER_assert(o(1, 1) == 0);
  state = first;
  for (int i = 0; i < 3; i++) state();
  __VERIFIER_assert(state == second && count == 107 || k > 3 || count != 107);
  void (*plain)(void) = (void (*)(void))sub;
  __VERIFIER_assert(((op)plain)(3, 1) == 2 && plain != nothing);
  __VERIFIER_assert(text(k)[0] == 'a' + k && declared(add, k) == 2 * k && sizeof o == sizeof(void *));
  return 0;
}
