/* run: --check bounds; the byte behind the last one: the length says 5, and there are 4 */
struct part { struct part *next; void *payload; unsigned len; };
int last(struct part *p) { return p->len ? ((unsigned char *)p->payload)[p->len - 1] : 0; }
int main(void) { unsigned char bytes[4] = {1, 2, 3, 4}; struct part p = {0, bytes, 5}; return last(&p); }
