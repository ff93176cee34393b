/* run: --function block --check bounds; the configuration behind a member is one struct */
struct config { unsigned size, count; unsigned char *buffer; };
struct system { const struct config *cfg; unsigned root; };
static unsigned limit(const struct system *s) { return s->cfg->size * s->cfg->count; }
unsigned block(struct system *s, unsigned at) {
  if (s->cfg->size == 0) return 0;
  return at < limit(s) ? at / s->cfg->size : s->root;
}
