/* run: --function f --globals; safe */
struct p { int x, y; } s;
int m, h, a[10];
/*@ requires 0 < m <= 10; assigns s.x, h, a[0 .. m - 1]; ensures \result == \old(m); */
int f(int x) { s.x = x; if (x > 3) h = m; a[m - 1] = x; return m; }
