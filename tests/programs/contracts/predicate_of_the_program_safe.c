/* run: --function clear --check bounds; clauses that call functions of the program mean what these return. */
#include <stdbool.h>
#include <stddef.h>

bool usable(const int *cells, size_t size) {
  return (0 < size) & (size < 100000) & __CPROVER_is_fresh(cells, size * sizeof(*cells));
}

bool placed(const int *cells, size_t size, size_t *at) {
  return usable(cells, size) & __CPROVER_is_fresh(at, sizeof(*at));
}

bool advanced(size_t now, size_t before, size_t size) {
  bool right = now >= before && (before < size ? now <= size : now == before);
  return right;
}

void clear(int *cells, size_t *at, size_t size)
__CPROVER_requires(placed(cells, size, at))
__CPROVER_ensures(advanced(*at, __CPROVER_old(*at), size));

void clear(int *cells, size_t *at, size_t size) {
  size_t i;
  for (i = *at; i < size && cells[i] != 0; i++)
    ;
  *at = i;
}
