/* run: --function total --check bounds,pointer; a packed struct does not change the layout of another one */
struct wire { char kind; int len; } __attribute__((packed));
struct item { struct item *next; int len; };
int total(struct item *a) { struct wire w; w.kind = 1; int n = w.kind; for (; a; a = a->next) n ^= a->len; return n; }
