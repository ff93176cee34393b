/* run: --function second --check bounds; VERDICT: not proved. The object has one element at least. */
struct view { unsigned char *at; unsigned len; };
struct reader { int kind; struct view in; };
int second(struct reader *r) { return r->in.at[r->in.len]; }
