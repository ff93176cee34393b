/* Initialisers without their inner braces, and with designators of inner parts. */
extern void __VERIFIER_assert(int);
struct in { int a, b; };
struct out { struct in i; int c[2]; char t[4]; union { int x; char y; } u; };
int m[2][3] = {1, 2, 3, 4, 5}, open_[][2] = {1, 2, 3};
struct in list[] = {1, 2, 3, 4, {5}, 6, 7};
struct out o = {1, 2, 3, 4, "ab", 9}, p = {.i.b = 5, .c[1] = 6, .u.y = 'x'}, q[2] = {[1].c[0] = 3};
struct { struct in i; int z; } part = {1, 2, 3};
struct deep { int z; struct { struct in b, c; }; union { int i; struct { int j, k; }; }; struct in d; };
struct deep inner = {.b = {1, 2}, 3, 4, 5, {6}}, back = {.d.b = 1, .c.a = 2, .c.b = 3, .k = 4, .j = 5, 6, .z = 7};
int grid[3][2] = {[1][0] = 5, 6, 7, [0][1] = 9}, spread[4][2] = {[1 ... 2][1] = 3, [3] = 1, 2};
int main(void) {
  struct in v = {7, 8};
  struct deep local = {.b = v, v, .d = v};
  struct out l = {v, 1, 2, {'z'}}, k[2] = {{v, {5}}, 1, 2, 3};
  __VERIFIER_assert(m[0][2] == 3 && m[1][0] == 4 && m[1][2] == 0 && sizeof(open_) == 16 && open_[1][0] == 3 && open_[1][1] == 0);
  __VERIFIER_assert(sizeof(list) == 32 && list[1].b == 4 && list[2].a == 5 && list[2].b == 0 && list[3].b == 7);
  __VERIFIER_assert(o.i.b == 2 && o.c[1] == 4 && o.t[1] == 'b' && o.t[3] == 0 && o.u.x == 9);
  __VERIFIER_assert(p.i.a == 0 && p.i.b == 5 && p.c[0] == 0 && p.c[1] == 6 && p.u.y == 'x');
  __VERIFIER_assert(q[0].c[0] == 0 && part.z == 3 && part.i.b == 2);
  __VERIFIER_assert(inner.b.b == 2 && inner.c.a == 3 && inner.c.b == 4 && inner.i == 5 && inner.d.a == 6 && inner.d.b == 0 && inner.z == 0);
  __VERIFIER_assert(back.d.a == 6 && back.d.b == 0 && back.c.a == 2 && back.c.b == 3 && back.k == 4 && back.j == 5 && back.z == 7);
  __VERIFIER_assert(grid[1][1] == 6 && grid[2][0] == 7 && grid[0][1] == 9 && grid[0][0] == 0 && spread[2][1] == 3 && spread[1][0] == 0 && spread[3][1] == 2);
  __VERIFIER_assert(local.c.b == 8 && local.d.a == 7 && local.i == 0 && local.z == 0);
  __VERIFIER_assert(l.i.b == 8 && l.c[1] == 2 && l.t[0] == 'z' && l.t[1] == 0 && k[0].i.a == 7 && k[0].c[0] == 5 && k[1].i.b == 2 && k[1].c[0] == 3);
  return 0;
}
