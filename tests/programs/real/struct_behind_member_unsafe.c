/* run: --function block --check bounds; table has four elements: count = 5 */
struct config { unsigned size, count; };
struct system { const struct config *cfg; unsigned table[4]; };
unsigned block(struct system *s) {
  unsigned sum = 0;
  for (unsigned k = 0; k < s->cfg->count; k++) sum += s->table[k];
  return sum;
}
