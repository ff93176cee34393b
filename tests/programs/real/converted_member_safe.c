/* run: --function mode --check bounds,pointer; the hidden state leads back to its stream, or to another one */
struct hidden;
struct stream { struct hidden *state; int kind; };
struct state { struct stream *owner; int mode; };
int mode(struct stream *h) { struct state *s = (struct state *)h->state; return s && s->owner == h ? s->mode : 0; }
