/* run: --function second --check bounds; VERDICT: not proved. No size of the grammar suffices: len = 3 reads the cell 18. */
struct view { unsigned char *at; unsigned len; };
struct reader { int kind; struct view in; };
int second(struct reader *r) { return r->in.len < 99 ? r->in.at[r->in.len * r->in.len * 2] : 0; }
