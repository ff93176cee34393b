// A table of pointers to records, one on the heap for each.

#include <stdlib.h>

void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

struct record {
  int key, weight;
};

static struct record *make(int key) {
  struct record *r = malloc(sizeof(struct record));
  if (!r)
    abort();
  r->key = key;
  r->weight = 2 * key;
  return r;
}

static struct record *table[N];

int main(void) {
  for (int i = 0; i < N; i++)
    table[i] = make(i);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(table[i]->key == i && table[i]->weight == 2 * i);
  return 0;
}
