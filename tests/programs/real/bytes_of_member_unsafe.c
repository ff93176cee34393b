/* run: --function last --check bounds; VERDICT: unsafe. There may be fewer bytes than the length says. */
struct part { struct part *next; void *payload; unsigned len; };
int last(struct part *p) { return p->len ? ((unsigned char *)p->payload)[p->len] : 0; }
