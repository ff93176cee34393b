/* run: --function start; VERDICT: unsafe. The state of a stream may belong to another stream. */
extern void __VERIFIER_assert(int);
struct state;
struct stream { struct state *state; int open; };
struct state { struct stream *stream; int mode; };
void start(struct stream *s) {
  struct state *t = s->state;
  if (!t || !t->stream) return;
  s->open = 1;
  t->stream->open = 0;
  __VERIFIER_assert(s->open == 0);
}
