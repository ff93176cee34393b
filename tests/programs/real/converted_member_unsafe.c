/* run: --function mode --check pointer; VERDICT: unsafe. A stream may have no state. */
struct hidden;
struct stream { struct hidden *state; int kind; };
struct state { struct stream *owner; int mode; };
int mode(struct stream *h) { struct state *s = (struct state *)h->state; return s->owner == h ? s->mode : 0; }
