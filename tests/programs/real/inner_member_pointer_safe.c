/* run: --function first --check bounds,pointer; a pointer in a struct in a struct */
struct view { unsigned char *at; unsigned len; };
struct reader { int kind; struct view in; };
int first(struct reader *r) { return r->in.at[0]; }
