/* run: --check bounds; table has four elements, and the count behind the member is 5 */
struct config { unsigned size, count; };
struct system { const struct config *cfg; unsigned table[4]; };
unsigned block(struct system *s) {
  unsigned sum = 0;
  for (unsigned k = 0; k < s->cfg->count; k++) sum += s->table[k];
  return sum;
}
int main(void) { struct config five = {4, 5}; struct system s = {&five, {1, 2, 3, 4}}; return block(&s); }
