/* run: --function last --check pointer; keep may return its argument, which ends with its block */
extern int *keep(int *);
static int *kept(int k) { int x = k; return keep(&x); }
int last(int k) { int *p = kept(k); return p ? *p != 0 : 0; }
