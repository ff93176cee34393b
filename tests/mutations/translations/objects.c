extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
struct point { int x; short y; };
struct box { struct point from, to; int tags[2]; };
int g = 7, h;
int table[5] = {1, [3] = 9, 4};
static struct point origin = {.y = 3, .x = 2};
int count(void) { static int calls = 5; return calls++; }
void move(struct point *p, int by) { p->x += by; p->y = by; }
struct point made(int a) { struct point p = {a, a + 1}; return p; }
int scope(int g) { int r = g; { int g = r + 1; r += g; } r += g; return r + h; }
int late(int x) { h = 50; return x; }
int narrow(char c) { return c; }
char low(int x) { return x; }
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 5 + 3, i, r = 0;
  struct point p = {1}, q = p, ps[4];
  struct box b = {{1, 2}, {3, 4}, {5, 6}};
  char text[8] = "ab\tc";
  int m[3][3] = {{1, 2, 3}, {4}};
  int *tp = &table[2];
  int v[n];
  int *w, *e;
  r = p.y + q.x;
  p.x = 10; q = p; q.y++;
  r = q.x * 100 + q.y + p.y;
  for (i = 0; i < 4; i++) { ps[i].x = i * i; ps[i].y = i; }
  ps[1] = ps[3];
  r = ps[1].x * 10 + ps[1].y;
  move(&q, 5);
  move(&ps[2], 6);
  r = q.x + q.y + ps[2].x + ps[2].y;
  q = made(8);
  r = q.x * 100 + q.y;
  r = b.from.x + b.to.y * 10 + b.tags[1] * 100;
  r = count() * 10 + scope(2);
  r = count();
  { int h = 100; r = scope(1) + h; }
  r = late(h);
  r = narrow(300 + n);
  r = low(400 + n);
  for (i = 0; i < 5; i++) r = table[i] + text[i];
  r = m[1][0] * 10 + m[0][2] + m[1][2];
  m[1][1] = 8;
  r = m[1][1] + m[0][1];
  for (i = 0; i < n; i++) v[i] = i * 3;
  w = v; e = w + n;
  r = *(w + 2) + w[1] + *w;
  w++;
  r = *w++;
  r = w - v;
  r = e - w;
  for (w = v; w < e; w++) *w += 1;
  r = *(tp - 1);
  w = &v[2];
  r = w[-1] * 10 + w[0];
  r = sizeof p + sizeof b + sizeof m[0] + sizeof v / sizeof v[0];
  r = origin.x * 10 + origin.y;
  { int h = 4; { extern int g; r = h + g; } }
  for (i = 0; i < 2; i++) { int fresh = i + 1; fresh += i; r = fresh; }
  __VERIFIER_assert(r != 12345678);
  return 0;
}
