/* run: --function sum --check pointer,bounds,overflow; a function of the caller fills a buffer */
struct ops { int (*read)(char *, unsigned); unsigned block; };
int sum(struct ops *o, unsigned n) {
  char b[16];
  int s = 0;
  if (n > 16 || !o->read || o->read(b, n)) return -1;
  for (unsigned i = 0; i < n; i++) s += b[i];
  return s;
}
