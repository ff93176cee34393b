/* run: --function first --check bounds,pointer; a void pointer in a node leads to bytes */
struct part { struct part *next; void *payload; unsigned len; };
int first(struct part *p) { int n = 0; for (; p; p = p->next) n ^= ((unsigned char *)p->payload)[0]; return n; }
