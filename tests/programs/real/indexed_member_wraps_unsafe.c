/* run: --function widest --check bounds,overflow; one more than count may wrap: count = INT_MAX */
struct code { unsigned short bits, length; };
struct tree { struct code *code; int count; };
int widest(const struct tree *t) {
  const struct code *c = t->code;
  int most = 0;
  if (t->count < 0) return 0;
  for (int i = 0; i <= t->count; i++) if (c[i].length > most) most = c[i].length;
  return most;
}
