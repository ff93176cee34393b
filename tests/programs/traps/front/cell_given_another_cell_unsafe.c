// VERDICT: unsafe. A pointer of a table is given one of the table: both are to one object, that is written once more.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void *malloc(unsigned long);
struct record { int key; };
static struct record *made(int key) {
  struct record *r = malloc(sizeof *r);
  if (!r) abort();
  r->key = key;
  return r;
}
static struct record *table[1000];
int main(void) {
  for (int i = 0; i < 1000; i++)
    table[i] = i == 500 ? table[i - 1] : made(i);
  table[500]->key = -1;
  for (int i = 0; i < 500; i++)
    A(table[i]->key == i);
  return 0;
}
