// A vector on the heap grows as elements are added.
// UNWIND: 20

#include <stdlib.h>

void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

struct vector {
  int *items;
  size_t size, capacity;
};

static int append(struct vector *v, int item) {
  if (v->size == v->capacity) {
    size_t capacity = v->capacity ? 2 * v->capacity : 4;
    int *items = realloc(v->items, capacity * sizeof *items);
    if (items == NULL)
      return -1;
    v->items = items;
    v->capacity = capacity;
  }
  v->items[v->size] = v->size > 3 ? item + 1 : item, v->size++;
  return 0;
}

int main(void) {
  struct vector v = {NULL, 0, 0};
  for (int i = 0; i < N; i++)
    if (append(&v, 2 * i) < 0)
      return 0;
  for (size_t i = 0; i < v.size; i++)
    __VERIFIER_assert(v.items[i] == 2 * (int)i);
  free(v.items);
  return 0;
}
