/* run: --function put --check bounds,pointer; a void pointer that is converted to one type leads to such an object */
struct box { int n; unsigned char *data; };
int put(const void *from, int k, void *user) { struct box *b = (struct box *)user; if (b->n > 0) b->data[0] = 1; return b->n; }
