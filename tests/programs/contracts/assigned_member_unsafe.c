/* run: --function f; unsafe: p->y is set, and assigns has p->x alone; p->x == 4, p->y == 0 */
struct p { int x, y; };
/*@ requires \valid(p); assigns p->x; ensures p->x == 0; */
void f(struct p *p) { if (p->x > 3) p->y = 1; p->x = 0; }
