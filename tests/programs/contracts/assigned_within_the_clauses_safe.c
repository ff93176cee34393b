/* run: --function f; safe */
struct p { int x, y; };
/*@ requires 1 <= n <= 1000 && \valid(a + (0 .. n - 1)) && \valid(p) && \separated(a + (0 .. n - 1), p);
    behavior some: assumes n > 3; assigns a[0 .. n - 1], p->x;
    behavior few: assumes n <= 3; assigns a[..]; */
void f(int *a, struct p *p, int n) {
  for (int i = 0; i < n; i++) a[i] = 0;
  if (n > 3) p->x = 1;
}
