extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair { int first; short second; };
static int global, many[3];
static struct pair shared;
static void set(int *p, unsigned n, int value) { for (unsigned i = 0; i < n; i++) p[i] = value + i; }
static void clear(struct pair *p, int n) { for (int i = 0; i < n; i++) { p[i].first = i + 3; p[i].second = 7; } }
static int *largest(int *p, int n) { int *m = p; for (int i = 1; i < n; i++) if (p[i] > *m) m = p + i; return m; }
static int all(const int *p, const int *end) { int r = 0; while (p != end) r = r * 10 + *p++; return r; }
int main(void) {
  static int kept = 8;
  int one = __VERIFIER_nondet_uchar(), other = 2, open, r = 0;
  struct pair local = { 1, 2 };
  r = *largest(&one, 1) + other;
  set(&one, 1, 4);
  set(&global, 1, 9);
  set(many, 3, 5);
  set(&kept, 1, kept + 1);
  r = one + global * 10 + many[2] * 100 + kept * 1000;
  clear(&shared, 1);
  clear(&local, 1);
  r = shared.first + local.second;
  r = all(&one, &one + 1);
  r = *largest(&open, 1);
  for (int k = 0; k < 3; k++) { int inner = k; set(&inner, 1, inner + 1); r = inner; }
  __VERIFIER_assert(r != 12345678);
  return 0;
}
